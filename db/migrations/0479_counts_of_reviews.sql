-- Every list of reviews, each review and the list of tasks looked for what was decided last on each account: of 40,000 that took a tenth of a second, and
-- three times that on the page of the review. What was decided is counted where it is decided; see docs/decisions/0242.
SET LOCAL ROLE app_owner;

-- What somebody's standing decisions in a population are, and when the first and the last of them was taken. Maintained by a trigger alone, and read by lists
-- alone: whether a review may be closed, and what is sealed of it, the decisions themselves say. Tests compare it with them.
CREATE TABLE app.review_counts (
  company_id uuid NOT NULL REFERENCES app.companies,
  population_id uuid NOT NULL,
  decided_by uuid NOT NULL,
  keep integer NOT NULL,
  change integer NOT NULL,
  remove integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, population_id, decided_by),
  FOREIGN KEY (company_id, population_id) REFERENCES app.review_populations (company_id, id)
);
SELECT app.protect('app.review_counts');
GRANT SELECT ON app.review_counts TO app_user;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.review_counts TO app_definer;
-- As decisions are read.
CREATE POLICY read ON app.review_counts FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE INDEX review_decisions_to_remove ON app.review_decisions (company_id, row_id) WHERE decision = 'remove';

SET LOCAL ROLE app_definer;

-- Counts these populations of a company anew.
CREATE FUNCTION app.count_reviewed(p_company uuid, p_populations uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.review_counts c WHERE c.company_id = p_company AND c.population_id = ANY (p_populations);
  INSERT INTO app.review_counts (company_id, population_id, decided_by, keep, change, remove, first_at, last_at)
    SELECT p_company, w.population_id, d.decided_by, count(*) FILTER (WHERE d.decision = 'keep'), count(*) FILTER (WHERE d.decision = 'change'),
      count(*) FILTER (WHERE d.decision = 'remove'), min(d.decided_at), max(d.decided_at)
    FROM app.review_rows w CROSS JOIN LATERAL (SELECT d.decision, d.decided_by, d.decided_at FROM app.review_decisions d
      WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) d
    WHERE w.company_id = p_company AND w.population_id = ANY (p_populations) AND d.decision <> 'none' GROUP BY w.population_id, d.decided_by
$$;

-- What is decided for the first time is added; where something was decided before, its population is counted anew. One after the other: whoever decides holds
-- the ledger.
CREATE FUNCTION app.count_decided() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT n.company_id, w.population_id, bool_or(EXISTS (SELECT FROM app.review_decisions o WHERE o.company_id = n.company_id
        AND o.row_id = n.row_id AND o.ledger_index <> n.ledger_index)) AS again
      FROM written n JOIN app.review_rows w ON w.company_id = n.company_id AND w.id = n.row_id GROUP BY n.company_id, w.population_id
      ORDER BY n.company_id, w.population_id LOOP
    IF v.again THEN
      PERFORM app.count_reviewed(v.company_id, ARRAY[v.population_id]);
    ELSE
      INSERT INTO app.review_counts AS c (company_id, population_id, decided_by, keep, change, remove, first_at, last_at)
        SELECT v.company_id, v.population_id, n.decided_by, count(*) FILTER (WHERE n.decision = 'keep'), count(*) FILTER (WHERE n.decision = 'change'),
          count(*) FILTER (WHERE n.decision = 'remove'), min(n.decided_at), max(n.decided_at)
        FROM written n JOIN app.review_rows w ON w.company_id = n.company_id AND w.id = n.row_id
        WHERE n.company_id = v.company_id AND w.population_id = v.population_id AND n.decision <> 'none' GROUP BY n.decided_by
        ON CONFLICT (company_id, population_id, decided_by) DO UPDATE SET (keep, change, remove, first_at, last_at) = (c.keep + excluded.keep,
          c.change + excluded.change, c.remove + excluded.remove, least(c.first_at, excluded.first_at), greatest(c.last_at, excluded.last_at));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.count_reviewed(uuid, uuid[]), app.count_decided() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.count_decided() TO app_owner;

-- What companies have by now.
SELECT app.count_reviewed(p.company_id, array_agg(p.id)) FROM app.review_populations p GROUP BY p.company_id;

SET LOCAL ROLE app_owner;
CREATE TRIGGER count_decided AFTER INSERT ON app.review_decisions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.count_decided();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.count_decided() FROM app_owner;
RESET ROLE;
