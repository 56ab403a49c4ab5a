//! Programs of four students: the first two have a file and a function in common.

use std::path::Path;

/// Names of the students' folders.
pub(crate) const STUDENTS: [&str; 4] = ["沈知远", "方越", "顾一鸣", "季晚舟"];

const COMMON: &str = "double above(double *values, int count) {\n  double middle = 0, sum = 0;\n  \
    for (int i = 0; i < count; i++) middle += values[i];\n  middle = middle / count;\n  \
    for (int i = 0; i < count; i++) { if (values[i] > middle) sum += values[i] * 0.731; }\n  return sum;\n}\n";
const SMALL: &str = "unsigned crc(unsigned char *p, long n) { unsigned c = 1; while (n-- > 0) c = c * 31 ^ *p++; return ~c; }\n";
const OWN: [&str; 6] = [
    "while (queue.size() > 17) { node = queue.pop(); visit(node, \"seen\"); if (node.left) queue.push(node.left); }\n",
    "switch (key) { case 3: return open(door); case 4: return -1; default: break; } throw new Error(key);\n",
    "struct list { struct list *next; char name[20]; }; void add(struct list **at, char *n) { *at = make(n, *at); }\n",
    "for (p = head; p != NULL; p = p->next) { if (!strcmp(p->name, wanted)) { p->count += 1; break; } }\n",
    "matrix[i][j] = matrix[j][i] ^ mask << 3 | bits & ~low; if (matrix[i][j] >> 2 >= limit) overflow();\n",
    "FILE *in = fopen(argv[1], \"r\"); if (in == NULL) { perror(argv[1]); exit(2); } fclose(in);\n",
];

/// Writes a folder with programs for each student: `helper.c` is equal, and `main.c` has a function in common.
pub(crate) fn write(folder: &Path) {
    for (at, name) in STUDENTS.into_iter().enumerate() {
        let student = folder.join(name);
        std::fs::create_dir_all(&student).unwrap();
        let program = if at < 2 {
            std::fs::write(student.join("helper.c"), COMMON).unwrap();
            [OWN[at], SMALL, OWN[at + 2]].concat()
        } else {
            OWN[at + 2].to_owned()
        };
        std::fs::write(student.join("main.c"), program).unwrap();
    }
}
