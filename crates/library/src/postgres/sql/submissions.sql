-- Form 5: who handed in a document, an empty text for what is not known. Several persons may have handed in equal files; rows
-- with equal keys were handed in together. Persons who may only check have no right on it.
CREATE TABLE submission (
    document bigint NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    student text NOT NULL,
    number text NOT NULL,
    key bigint NOT NULL,
    class text NOT NULL,
    submitted text NOT NULL,
    found_by text NOT NULL,
    PRIMARY KEY (document, student, number)
);
