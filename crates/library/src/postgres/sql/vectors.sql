-- Form 2: vectors of texts, and words on leads.

-- Who may only check gets none: they tell what a text is about. Keyed by one document and without a foreign key, so that
-- they can be distributed as the texts are.
CREATE TABLE vectors (
    document bigint PRIMARY KEY,
    version text NOT NULL,
    body bytea NOT NULL,
    checksum bigint NOT NULL
);
-- Without compression: a search reads the vectors of all members.
ALTER TABLE vectors ALTER body SET STORAGE EXTERNAL;

-- Word on a lead; empty in a decision about a copied passage, which may have the same place.
ALTER TABLE decision ADD COLUMN lead text NOT NULL DEFAULT '';
ALTER TABLE decision DROP CONSTRAINT decision_pkey;
ALTER TABLE decision ADD PRIMARY KEY (a, b, a_start, a_end, b_start, b_end, lead);
