-- Form 7: cases. They refer to no document: a case outlives the check and its files. All keepers read and change all cases;
-- persons who may only check have no right on them. `token` tells a repeated request from another.
CREATE TABLE case_file (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token bytea NOT NULL UNIQUE,
    summary bytea NOT NULL,
    history bytea NOT NULL,
    evidence bytea NOT NULL
);
