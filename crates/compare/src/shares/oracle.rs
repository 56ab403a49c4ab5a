//! Oracle for the copied shares: the slow, obvious computation with a truth value per character.

use super::worlds::{Switch, World};
use super::*;
use crate::{Degree, DocumentIndex as Doc, PairIndex, Passage, Span, Strength, Widespread};
use chachong_citation::Attribution;
use chachong_text::Exclusion;
impl World {
    pub(super) fn counted(&self) -> Vec<Counted> {
        (self.texts.iter().zip(&self.exclusions).zip(&self.marks))
            .zip(&self.widespread)
            .map(|(((text, exclusions), marks), widespread)| {
                let mut counted = Counted::new(text, exclusions).with_marks(marks.clone());
                counted.widespread.clone_from(widespread);
                counted.attributed = attributed(widespread);
                counted
            })
            .collect()
    }

    /// Returns the group of a character.
    fn attribution(&self, document: usize, offset: u32) -> Attribution {
        let attributed = attributed(&self.widespread[document]);
        let here =
            (attributed.iter()).find(|one| one.span.start <= offset && offset < one.span.end);
        here.map_or(Attribution::None, |one| one.attribution)
    }

    /// Returns the reason for which a character is left out as cited or quoted.
    fn attributed_reason(&self, document: usize, offset: u32, choices: &Choices) -> Option<Reason> {
        let reason = Reason::of_attribution(self.attribution(document, offset))?;
        choices.leaves_out_reason(reason).then_some(reason)
    }

    /// Returns the default choices after these switches.
    pub(super) fn choices(&self, switches: &[Switch]) -> Choices {
        let mut choices = Choices::default();
        for switch in switches {
            self.switch(&mut choices, switch);
        }
        choices
    }

    /// Applies a switch to the choices.
    pub(super) fn switch(&self, choices: &mut Choices, &(kind, one, other, on): &Switch) {
        let (document, second) = (one.index(self.texts.len()), other.index(self.texts.len()));
        let pair = (!self.pairs.is_empty()).then(|| &self.pairs[one.index(self.pairs.len())]);
        match (kind % 5, pair) {
            (0, _) => choices.set_reason(Reason::ALL[one.index(Reason::ALL.len())], on),
            (1, _) => choices.set_source_for(Doc(document), Doc(second), on),
            (2, Some(pair)) => {
                let off = (!on).then_some(Decision::NotPlagiarism);
                choices.set_decision(pair.b, pair.a, off);
            }
            (3, Some(pair)) if !pair.passages.is_empty() => {
                let passage = &pair.passages[other.index(pair.passages.len())];
                choices.set_passage(pair.a, pair.b, passage, on);
            }
            (4, Some(pair)) if !pair.passages.is_empty() => {
                let Passage { a, b, .. } = pair.passages[other.index(pair.passages.len())];
                let text = SharedText {
                    places: vec![(pair.a, a), (pair.b, b)],
                    documents: 3,
                    characters: a.len(),
                };
                let decision = [TextDecision::Counts, TextDecision::Template][usize::from(on)];
                let back = second == document && choices.decided_text(&text).is_some();
                choices.decide_text(&text, (!back).then_some(decision), 7);
            }
            _ => {}
        }
    }

    /// Returns for every character whether it is countable.
    fn countable(&self, document: usize) -> Vec<bool> {
        (0_u64..)
            .zip(self.texts[document].chars())
            .map(|(offset, c)| {
                let inside = |e: &Exclusion| e.start <= offset && offset < e.end;
                !chachong_text::is_unseen(c) && !self.exclusions[document].iter().any(inside)
            })
            .collect()
    }

    /// Returns for every character the reason for which it is left out.
    fn reasons(&self, document: usize, choices: &Choices) -> Vec<Option<Reason>> {
        (0_u32..)
            .zip(self.texts[document].chars())
            .map(|(offset, _)| {
                let counts = (choices.decided_texts())
                    .filter(|text| text.decision() == TextDecision::Counts)
                    .flat_map(DecidedText::places)
                    .any(|(d, span)| {
                        *d == Doc(document) && span.start <= offset && offset < span.end
                    });
                let marks = (self.marks[document].iter())
                    .filter(|mark| mark.start <= offset && offset < mark.end)
                    .filter(|mark| !(counts && Reason::from(mark.reason).is_given()))
                    .map(|mark| Reason::from(mark.reason))
                    .filter(|&reason| choices.leaves_out_reason(reason));
                let templates = choices
                    .reasons_left_out()
                    .any(|reason| reason == Reason::Templates);
                let decided = (choices.decided_texts())
                    .filter(|text| templates && text.decision() == TextDecision::Template)
                    .flat_map(DecidedText::places)
                    .filter(|(d, span)| {
                        *d == Doc(document) && span.start <= offset && offset < span.end
                    })
                    .map(|_| Reason::Templates);
                let attributed = self.attributed_reason(document, offset, choices);
                marks.chain(decided).chain(attributed).min()
            })
            .collect()
    }

    /// Returns for every character whether it is in one of these passages of a pair, with one of these degrees.
    fn graded(
        &self,
        document: usize,
        pair: &PairPassages,
        of: &[Passage],
        degrees: &[Degree],
    ) -> Vec<bool> {
        let has = |offset: u32| {
            pair.degrees_in(Doc(document)).iter().any(|run| {
                degrees.contains(&run.degree) && run.span.start <= offset && offset < run.span.end
            })
        };
        let inside = self.inside(document, pair, of);
        (0..)
            .zip(inside)
            .map(|(at, inside)| inside && has(at))
            .collect()
    }

    /// Returns for every character whether it is copied in one of these passages of a pair.
    fn copied(&self, document: usize, pair: &PairPassages, of: &[Passage]) -> Vec<bool> {
        let degrees = [Degree::Identical, Degree::Edited];
        self.graded(document, pair, of, &degrees)
    }

    /// Returns the weight of those characters of `net` that are `inside`, and that of all of `net`, both rounded.
    fn weighted(&self, document: usize, net: &[bool], inside: &[bool]) -> Copied {
        let weight = |at: u32| {
            let mut here = self.widespread[document].iter();
            let of = here.find(|one| one.span.start <= at && at < one.span.end);
            of.map_or(1_000, |one| u32::from(one.weight))
        };
        let sum = |which: &dyn Fn(usize) -> bool| {
            let weights = (0_u32..)
                .zip(net)
                .filter(|&(at, net)| *net && which(at as usize));
            (weights.map(|(at, _)| weight(at)).sum::<u32>() + 500) / 1_000
        };
        Copied {
            characters: sum(&|at| inside[at]),
            countable: sum(&|_| true),
        }
    }

    /// Returns for every character whether it is in one of these passages of a pair.
    fn inside(&self, document: usize, pair: &PairPassages, of: &[Passage]) -> Vec<bool> {
        (0_u32..)
            .zip(self.texts[document].chars())
            .map(|(offset, _)| {
                of.iter().any(|p| {
                    let span = if document == pair.a.0 { p.a } else { p.b };
                    span.start <= offset && offset < span.end
                })
            })
            .collect()
    }

    /// Returns the passages of a pair that are switched on in `document`.
    fn on(document: usize, pair: &PairPassages, choices: &Choices) -> Vec<Passage> {
        let source = Doc(pair.a.0 + pair.b.0 - document);
        let on = |p: &Passage| {
            choices.counts_for(Doc(document), source) && choices.passage_counts(pair.a, pair.b, p)
        };
        pair.passages.iter().copied().filter(on).collect()
    }

    /// Returns the passages of one strength that are switched on in `document`.
    fn on_of(
        document: usize,
        pair: &PairPassages,
        choices: &Choices,
        strength: Strength,
    ) -> Vec<Passage> {
        let mut on = Self::on(document, pair, choices);
        on.retain(|passage| passage.strength() == strength);
        on
    }

    /// Returns for every character whether it counts.
    fn net(&self, document: usize, choices: &Choices) -> Vec<bool> {
        (self
            .countable(document)
            .iter()
            .zip(self.reasons(document, choices)))
        .map(|(&countable, reason)| countable && reason.is_none())
        .collect()
    }

    /// Returns for every character whether it is in a possible passage that is switched on, and in no strong one that
    /// is.
    fn only_possible(&self, document: usize, pair: &PairPassages, choices: &Choices) -> Vec<bool> {
        let of = |strength| {
            self.inside(
                document,
                pair,
                &Self::on_of(document, pair, choices, strength),
            )
        };
        let copied = self.copied(document, pair, &Self::on(document, pair, choices));
        (of(Strength::Possible).iter().zip(of(Strength::Strong)))
            .zip(copied)
            .map(|((&possible, strong), copied)| possible && !strong && !copied)
            .collect()
    }

    fn side(&self, document: usize, pair: &PairPassages, choices: &Choices) -> SideShares {
        let (countable, net) = (self.countable(document), self.net(document, choices));
        let on = Self::on(document, pair, choices);
        let here = self.copied(document, pair, &on);
        SideShares {
            gross: copied(&countable, &self.copied(document, pair, &pair.passages)),
            net: copied(&net, &here),
            identical: copied(
                &net,
                &self.graded(document, pair, &on, &[Degree::Identical]),
            )
            .characters,
            reworded: copied(&net, &self.graded(document, pair, &on, &[Degree::Reworded])),
            weighted: self.weighted(document, &net, &here),
            possible: copied(&net, &self.only_possible(document, pair, choices)),
        }
    }

    /// Returns the shares of a document with the others for which `is_of` holds.
    pub(super) fn class(
        &self,
        document: usize,
        choices: &Choices,
        is_of: impl Fn(usize) -> bool,
    ) -> ClassShares {
        let (countable, net) = (self.countable(document), self.net(document, choices));
        let mut of_class = [(); 2].map(|()| vec![false; countable.len()]);
        let mut sources = 0;
        for pair in &self.pairs {
            if (pair.a.0 != document && pair.b.0 != document)
                || !is_of(pair.a.0 + pair.b.0 - document)
            {
                continue;
            }
            let on = Self::on(document, pair, choices);
            let all = self.copied(document, pair, &pair.passages);
            let counting = self.copied(document, pair, &on);
            sources += u32::from(copied(&net, &counting).characters > 0);
            let here = [all, counting];
            for (of_class, here) in of_class.iter_mut().zip(here) {
                for (of_class, here) in of_class.iter_mut().zip(here) {
                    *of_class |= here;
                }
            }
        }
        let [gross, on] = of_class;
        ClassShares {
            gross: copied(&countable, &gross),
            net: copied(&net, &on),
            sources,
        }
    }

    /// Returns the shares of a part of a document.
    pub(super) fn part(&self, document: usize, choices: &Choices, part: Span) -> PartShares {
        let of_part = |all: Vec<bool>| -> Vec<bool> {
            let (start, end) = (part.start as usize, part.end as usize);
            (all.into_iter().enumerate())
                .map(|(at, is)| is && (start..end).contains(&at))
                .collect()
        };
        let countable = of_part(self.countable(document));
        let net = of_part(self.net(document, choices));
        let mut all = [(); 2].map(|()| vec![false; countable.len()]);
        for pair in &self.pairs {
            if pair.a.0 != document && pair.b.0 != document {
                continue;
            }
            let on = Self::on(document, pair, choices);
            let here = [
                self.copied(document, pair, &pair.passages),
                self.copied(document, pair, &on),
            ];
            for (all, here) in all.iter_mut().zip(here) {
                for (all, here) in all.iter_mut().zip(here) {
                    *all |= here;
                }
            }
        }
        let [gross, on] = all;
        PartShares {
            gross: copied(&countable, &gross),
            net: copied(&net, &on),
        }
    }

    /// Counts characters of `document` that count: those that both the other document of the pair and `source` have, and all those that the
    /// other document has.
    pub(super) fn explained(
        &self,
        pair: usize,
        document: usize,
        source: usize,
        choices: &Choices,
    ) -> (u32, u32) {
        let net = self.net(document, choices);
        let from =
            |pair: &PairPassages| self.copied(document, pair, &Self::on(document, pair, choices));
        let shared = from(&self.pairs[pair]);
        let key = (document.min(source), document.max(source));
        let of_source = self.pairs.iter().find(|pair| (pair.a.0, pair.b.0) == key);
        let stands_there = from(of_source.unwrap());
        (
            copied(&net, &both(&shared, &stands_there)).characters,
            copied(&net, &shared).characters,
        )
    }

    pub(super) fn pair(&self, pair: &PairPassages, choices: &Choices) -> PairShares {
        let counting = |strength| {
            let counting = (pair.passages.iter()).filter(|passage| {
                pair.is_listed(passage, choices) == (strength == Strength::Strong)
                    && [pair.a, pair.b].into_iter().any(|document| {
                        let on = Self::on(document.0, pair, choices);
                        let alone = std::slice::from_ref(*passage);
                        on.contains(passage)
                            && copied(
                                &self.net(document.0, choices),
                                &self.inside(document.0, pair, alone),
                            )
                            .characters
                                > 0
                    })
            });
            number(counting.count())
        };
        PairShares {
            a: self.side(pair.a.0, pair, choices),
            b: self.side(pair.b.0, pair, choices),
            passages: counting(Strength::Strong),
            possible_passages: counting(Strength::Possible),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one plain walk over all characters")]
    pub(super) fn document(&self, document: usize, choices: &Choices) -> DocumentShares {
        let countable = self.countable(document);
        let reasons = self.reasons(document, choices);
        let net = self.net(document, choices);
        let mut any = vec![false; countable.len()];
        let mut on = vec![Vec::new(); countable.len()];
        let mut possible = any.clone();
        let (mut identical, mut reworded, mut in_strong) = (any.clone(), any.clone(), any.clone());
        let mut strongest = None;
        let own = |pair: &&PairPassages| pair.a == Doc(document) || pair.b == Doc(document);
        let pairs: Vec<(usize, &PairPassages)> =
            (0..).zip(&self.pairs).filter(|(_, p)| own(p)).collect();
        for &(index, pair) in &pairs {
            let all = self.copied(document, pair, &pair.passages);
            let switched_on = Self::on(document, pair, choices);
            for passage in &switched_on {
                let alone = self.copied(document, pair, std::slice::from_ref(passage));
                if copied(&net, &alone).characters > 0 {
                    strongest = strongest.into_iter().chain([passage.chance]).min();
                }
            }
            let same = self.graded(document, pair, &switched_on, &[Degree::Identical]);
            let other_words = self.graded(document, pair, &switched_on, &[Degree::Reworded]);
            let strong = Self::on_of(document, pair, choices, Strength::Strong);
            let extents = self.inside(document, pair, &strong);
            let switched_on = self.copied(document, pair, &switched_on);
            let may = Self::on_of(document, pair, choices, Strength::Possible);
            let may = self.inside(document, pair, &may);
            for character in 0..countable.len() {
                any[character] |= all[character];
                possible[character] |= may[character];
                identical[character] |= same[character];
                reworded[character] |= other_words[character];
                in_strong[character] |= extents[character] || switched_on[character];
                if switched_on[character] {
                    on[character].push(index);
                }
            }
        }
        let mut sources: Vec<Source> = (pairs.iter())
            .map(|&(index, pair)| Source {
                document: Doc(pair.a.0 + pair.b.0 - document),
                pair: PairIndex(index),
                shares: self.side(document, pair, choices),
                only: number(
                    (0..net.len())
                        .filter(|&c| net[c] && on[c] == [index])
                        .count(),
                ),
            })
            .filter(|source| source.shares.gross.characters + source.shares.reworded.characters > 0)
            .collect();
        sources.sort_by_key(|source| {
            let SideShares {
                gross,
                net,
                reworded,
                ..
            } = source.shares;
            (
                u32::MAX - net.characters,
                u32::MAX - gross.characters,
                u32::MAX - reworded.characters,
                source.document,
            )
        });
        let left_out = (Reason::ALL.into_iter())
            .map(|reason| {
                let of: Vec<bool> = (0..countable.len())
                    .map(|c| countable[c] && reasons[c] == Some(reason))
                    .collect();
                let Copied {
                    characters,
                    countable,
                } = copied(&of, &any);
                LeftOutBy {
                    reason,
                    countable,
                    copied: characters,
                }
            })
            .filter(|by| by.countable > 0)
            .collect();
        let covered: Vec<bool> = on.iter().map(|sources| !sources.is_empty()).collect();
        let off = (0..net.len()).filter(|&c| net[c] && any[c] && !covered[c]);
        let all_net = copied(&net, &covered);
        for (possible, in_strong) in possible.iter_mut().zip(&in_strong) {
            *possible &= !in_strong;
        }
        for (reworded, covered) in reworded.iter_mut().zip(&covered) {
            *reworded &= !covered;
        }
        DocumentShares {
            gross: copied(&countable, &any),
            net: all_net,
            identical: copied(&net, &identical).characters,
            reworded: copied(&net, &reworded),
            weighted: self.weighted(document, &net, &covered),
            possible: copied(&net, &possible),
            strongest,
            by_attribution: Attribution::ALL.map(|attribution| {
                let here = (0..).map(|at| self.attribution(document, at) == attribution);
                let of: Vec<bool> = covered.iter().zip(here).map(|(&x, y)| x && y).collect();
                copied(&net, &of).characters
            }),
            left_out,
            switched_off: number(off.count()),
            sources,
        }
    }
}

/// Returns cited and quoted stretches: those that many have, by their weights.
fn attributed(widespread: &[Widespread]) -> Vec<AttributedSpan> {
    let of = |one: &Widespread| AttributedSpan {
        span: one.span,
        attribution: Attribution::ALL[usize::from(one.weight) % Attribution::ALL.len()],
    };
    let all = widespread.iter().map(of);
    all.filter(|one| one.attribution != Attribution::None)
        .collect()
}

fn both(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(&x, &y)| x && y).collect()
}

fn copied(countable: &[bool], inside: &[bool]) -> Copied {
    Copied {
        characters: number(
            (countable.iter().zip(inside))
                .filter(|&(&countable, &inside)| countable && inside)
                .count(),
        ),
        countable: number(countable.iter().filter(|&&countable| countable).count()),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap()
}
