//! Names of submissions in lists, as the window, the terminal and the reports show them.

use super::{Language, document_name};
use chachong_check::CheckResult;
use chachong_compare::DocumentIndex;

impl Language {
    /// Returns the name under which a document's submission is listed, with the student number if it is known: `张三 (20230101)`;
    /// the name of the document where its submission has no other.
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

    /// Returns the name of a document's submission with its number of files: `张三 (20230101)，3 个文件`; without that number where
    /// it has only one.
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

    /// Returns the name of a document with that of its submission before it: `张三 (20230101) · 报告.docx`; the name of the document
    /// where its submission has no other.
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
