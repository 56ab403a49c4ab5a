//! Programs in C of students who share nothing, and a function that some of them have copied.

/// Function that several students have.
pub(crate) const COMMON: &str = "double above(double *values, int count) {
    double middle = 0, sum = 0;
    for (int i = 0; i < count; i++) middle += values[i];
    middle = middle / count;
    for (int i = 0; i < count; i++) { if (values[i] > middle) sum += values[i] * 0.731; }
    return sum;
}
";

/// Programs that have nothing in common.
pub(crate) const OWN: [&str; 12] = [
    "while (queue.size() > 17) { node = queue.pop(); visit(node, \"seen\"); if (node.left) queue.push(node.left); }",
    "switch (key) { case 3: return open(door); case 4: return -1; default: break; } throw new Error(key);",
    "struct list { struct list *next; char name[20]; }; void add(struct list **at, char *n) { *at = make(n, *at); }",
    "for (p = head; p != NULL; p = p->next) { if (!strcmp(p->name, wanted)) { p->count += 1; break; } }",
    "do { scanf(\"%d\", &n); if (n % 2) odd++; else even++; } while (n != 0 && odd < 100); puts(odd ? \"odd\" : \"even\");",
    "int gcd(int x, int y) { return y == 0 ? x : gcd(y, x % y); } long power(int b, int e) { return e ? b * power(b, e - 1) : 1; }",
    "memset(seen, 0, sizeof seen); seen[start] = 1; stack[top++] = start; while (top) { v = stack[--top]; mark(v); }",
    "FILE *in = fopen(argv[1], \"r\"); if (in == NULL) { perror(argv[1]); exit(2); } fclose(in);",
    "matrix[i][j] = matrix[j][i] ^ mask << 3 | bits & ~low; if (matrix[i][j] >> 2 >= limit) overflow();",
    "qsort(rows, count, sizeof *rows, by_name); bsearch(&key, rows, count, sizeof *rows, by_name); free(rows);",
    "union cell { float real; unsigned char bytes[4]; } cells[8][8]; cells[2][5].real = -cells[5][2].real / 3.5f;",
    "goto start; again: if (--tries <= 0 || !ready()) return false; start: send(port, &packet, 1 + packet.length); goto again;",
];
