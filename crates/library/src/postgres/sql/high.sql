-- Form 3: a search asks with the shingles that can be stored.

-- Shingles that members store although their place in the order of selection is high (`high.rs`): hardly any in Chinese
-- texts, more in texts of words. What is not here and is that high, no member stores, and a search need not look for it
-- in `posting`. Rows more than needed do no harm. On a coordinator of several servers it lies beside the members, so that
-- no other server is asked.
CREATE TABLE high (
    key bigint NOT NULL,
    document bigint NOT NULL REFERENCES member (document) ON DELETE CASCADE,
    PRIMARY KEY (key, document)
);
CREATE INDEX high_by_document ON high (document);

-- The functions that take their place are told how many members there are.
DROP FUNCTION IF EXISTS candidates(bigint[], integer[], integer[], integer[]);
DROP FUNCTION IF EXISTS ask(bigint[], integer[], integer[], integer[], bigint, integer, text);
