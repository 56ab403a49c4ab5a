-- Form 6: what a person decided, empty for a note alone, also about one document (`a` again as `b`); `lead` only tells a
-- decision about a lead (`lead`) from others (empty).
ALTER TABLE decision ADD COLUMN decision text NOT NULL DEFAULT 'not-plagiarism';
UPDATE decision SET decision = replace(lead, 'dismissed', 'not-plagiarism'), lead = 'lead' WHERE lead <> '';
ALTER TABLE decision DROP CONSTRAINT decision_check;
ALTER TABLE decision ADD CHECK (a <= b);
