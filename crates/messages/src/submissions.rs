//! Names of submissions in lists, for the window, the terminal and the reports.

use super::{Language, document_name};
use chachong_check::CheckResult;
use chachong_compare::DocumentIndex;

impl Language {
    /// Returns the name of a document's submission, with the student number if it is known and not part of the name: `张三 (20230101)`. If
    /// the submission has no name of its own, returns the name of the document; empty if there is no such document.
    #[must_use]
    pub fn submission_name(self, result: &CheckResult, document: DocumentIndex) -> String {
        let Some(submission) = result.named_submission(document) else {
            let document = result.document(document);
            return document.map_or_else(String::new, |one| document_name(one, self));
        };
        let name = &submission.name;
        let number = submission.number.as_deref();
        match number.filter(|number| !name.contains(number)) {
            Some(number) => self.fill(
                "submission.numbered",
                &[("name", &name), ("number", &number)],
            ),
            None => name.clone(),
        }
    }

    /// Returns the name of a document's submission ([`Self::submission_name`]), with the number of files if there are
    /// several: `张三 (20230101)，3 个文件`.
    #[must_use]
    pub fn submission_with_files(self, result: &CheckResult, document: DocumentIndex) -> String {
        let name = self.submission_name(result, document);
        let count = (result.named_submission(document)).map_or(1, |one| one.files.len());
        if count < 2 {
            return name;
        }
        self.fill(
            "submission.with-files",
            &[("name", &name), ("count", &count)],
        )
    }

    /// Returns the name of a document after that of its submission: `张三 (20230101) · 报告.docx`. If the submission has
    /// no name of its own, returns the name of the document alone.
    #[must_use]
    pub fn file_of_submission(self, result: &CheckResult, document: DocumentIndex) -> String {
        let name = self.submission_name(result, document);
        if result.named_submission(document).is_none() {
            return name;
        }
        let file = result.file_name(document);
        self.fill("submission.file", &[("name", &name), ("file", &file)])
    }
}
