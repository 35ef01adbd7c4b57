-- What people say about checks: tests that a person carries out, and failures that an owner or an admin accepts until a day. Neither
-- is ever edited: a newer one takes its place, or it is withdrawn with a reason.
SET LOCAL ROLE app_owner;

-- One test of a check, or of one part of it. Of the tests of the same thing the one that the ledger knows last counts, until its day:
-- also a withdrawn one, so that withdrawing a failing test brings no older passing one back.
CREATE TABLE app.manual_tests (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  check_id text NOT NULL,
  -- Empty for the whole check.
  aspect text NOT NULL DEFAULT '',
  -- The library's predicate of that day, and what the person added to it.
  procedure text NOT NULL CHECK (btrim(procedure) <> ''),
  procedure_added text NOT NULL DEFAULT '',
  population_source text NOT NULL CHECK (btrim(population_source) <> ''),
  population_size bigint NOT NULL CHECK (population_size >= 0),
  -- Numbers of the exhibits that are the population; NULL where its items are numbered from 1.
  population_exhibits bigint[],
  -- Seed, population and size of the sample say again which numbers they are (src/domain/sample.ts).
  seed text NOT NULL CHECK (btrim(seed) <> ''),
  sample bigint[] NOT NULL,
  -- Of the sample: what was as expected, and what was not, each with what was found.
  passed bigint[] NOT NULL DEFAULT '{}',
  excepted bigint[] NOT NULL DEFAULT '{}',
  found text[] NOT NULL DEFAULT '{}',
  conclusion text NOT NULL CHECK (conclusion IN ('not decided', 'passes', 'fails')),
  -- Why it could not be concluded, or what else is to be known.
  note text NOT NULL,
  -- The first exhibit that it cites; a test without any is none.
  number bigint NOT NULL,
  tested_by uuid NOT NULL,
  tested_at timestamptz NOT NULL DEFAULT now(),
  valid_until timestamptz NOT NULL,
  -- Set by place_in_ledger, whatever was given.
  ledger_index bigint NOT NULL DEFAULT -1,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_because text,
  withdrawn_index bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, number) REFERENCES app.evidence (company_id, number),
  CONSTRAINT manual_tests_a_sample CHECK (cardinality(sample) <= population_size AND (cardinality(sample) > 0 OR population_size = 0)),
  CONSTRAINT manual_tests_of_the_population CHECK (CASE WHEN population_exhibits IS NULL
    THEN 1 <= ALL (sample) AND population_size >= ALL (sample)
    ELSE cardinality(population_exhibits) = population_size AND sample <@ population_exhibits END),
  CONSTRAINT manual_tests_of_the_sample CHECK (passed <@ sample AND excepted <@ sample AND NOT passed && excepted
    AND cardinality(excepted) = cardinality(found)),
  CONSTRAINT manual_tests_concluded CHECK (CASE conclusion
    WHEN 'passes' THEN cardinality(excepted) = 0 AND cardinality(sample) > 0 AND sample <@ passed
    WHEN 'fails' THEN cardinality(excepted) > 0
    ELSE btrim(note) <> '' END),
  CONSTRAINT manual_tests_a_cadence CHECK (valid_until <= tested_at + interval '366 days'),
  CHECK (num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_because) IN (0, 3) AND btrim(withdrawn_because) <> '')
);
CREATE INDEX manual_tests_latest ON app.manual_tests (company_id, check_id, aspect, ledger_index DESC);
CREATE INDEX manual_tests_newest ON app.manual_tests (company_id, ledger_index DESC);

CREATE TABLE app.manual_test_exhibits (
  company_id uuid NOT NULL,
  test_id uuid NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (company_id, test_id, number),
  FOREIGN KEY (company_id, test_id) REFERENCES app.manual_tests,
  FOREIGN KEY (company_id, number) REFERENCES app.evidence (company_id, number)
);

-- A failing check that is accepted until a day. It stays failing. Of those about one check the one that the ledger knows last counts.
CREATE TABLE app.accepted_failures (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  check_id text NOT NULL,
  reason text NOT NULL CHECK (btrim(reason) <> ''),
  -- What is done meanwhile.
  treatment text NOT NULL CHECK (btrim(treatment) <> ''),
  -- Its last day in UTC.
  until date NOT NULL,
  accepted_by uuid NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  ledger_index bigint NOT NULL DEFAULT -1,
  -- Ended before its day: withdrawn by somebody, or by nobody, because the check passed.
  ended_at timestamptz,
  ended_by uuid,
  ended_because text,
  ended_index bigint,
  PRIMARY KEY (company_id, id),
  CHECK (num_nonnulls(ended_at, ended_because) IN (0, 2) AND btrim(ended_because) <> '' AND (ended_by IS NULL OR ended_at IS NOT NULL)),
  CONSTRAINT accepted_failures_a_year CHECK (until BETWEEN (accepted_at AT TIME ZONE 'UTC')::date
    AND (accepted_at AT TIME ZONE 'UTC')::date + interval '1 year')
);
CREATE INDEX accepted_failures_latest ON app.accepted_failures (company_id, check_id, ledger_index DESC);

SELECT app.protect(t) FROM unnest(ARRAY['app.manual_tests', 'app.manual_test_exhibits', 'app.accepted_failures']::regclass[]) t;
SELECT app.append_only('app.manual_tests', 'withdrawn_at', 'withdrawn_by', 'withdrawn_because', 'withdrawn_index');
SELECT app.append_only('app.manual_test_exhibits');
SELECT app.append_only('app.accepted_failures', 'ended_at', 'ended_by', 'ended_because', 'ended_index');

CREATE POLICY read ON app.manual_tests FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.manual_tests FOR SELECT TO app_auditor USING (true);
-- What a test rests on is for everybody of the company to see: nothing privileged.
CREATE POLICY test ON app.manual_tests FOR INSERT TO app_user WITH CHECK (
  (SELECT app.my_role()) IN ('owner', 'admin', 'member') AND tested_by = (SELECT app.uid())
  AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = manual_tests.company_id AND e.number = manual_tests.number
    AND e.matter_id IS NULL));
CREATE POLICY withdraw ON app.manual_tests FOR UPDATE TO app_user
  USING (withdrawn_at IS NULL AND ((SELECT app.my_role()) IN ('owner', 'admin')
    OR (SELECT app.my_role()) = 'member' AND tested_by = (SELECT app.uid())))
  WITH CHECK (withdrawn_by = (SELECT app.uid()));
CREATE POLICY read ON app.manual_test_exhibits FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.manual_test_exhibits FOR SELECT TO app_auditor USING (true);
CREATE POLICY cite ON app.manual_test_exhibits FOR INSERT TO app_user WITH CHECK (
  EXISTS (SELECT FROM app.manual_tests t WHERE t.company_id = manual_test_exhibits.company_id AND t.id = manual_test_exhibits.test_id
    AND t.tested_by = (SELECT app.uid()) AND t.withdrawn_at IS NULL)
  AND (SELECT app.my_role()) IN ('owner', 'admin', 'member')
  AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = manual_test_exhibits.company_id AND e.number = manual_test_exhibits.number
    AND e.matter_id IS NULL));
CREATE POLICY read ON app.accepted_failures FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.accepted_failures FOR SELECT TO app_auditor USING (true);
CREATE POLICY accept ON app.accepted_failures FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND accepted_by = (SELECT app.uid()));
CREATE POLICY withdraw ON app.accepted_failures FOR UPDATE TO app_user
  USING (ended_at IS NULL AND (SELECT app.my_role()) IN ('owner', 'admin')) WITH CHECK (ended_by = (SELECT app.uid()));

GRANT SELECT ON app.manual_tests, app.manual_test_exhibits, app.accepted_failures TO app_user, app_auditor;
GRANT INSERT (company_id, id, check_id, aspect, procedure, procedure_added, population_source, population_size, population_exhibits, seed,
  sample, passed, excepted, found, conclusion, note, number, tested_by, tested_at, valid_until) ON app.manual_tests TO app_user;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdrawn_because) ON app.manual_tests TO app_user;
GRANT INSERT ON app.manual_test_exhibits TO app_user;
GRANT INSERT (company_id, id, check_id, reason, treatment, until, accepted_by, accepted_at) ON app.accepted_failures TO app_user;
GRANT UPDATE (ended_at, ended_by, ended_because) ON app.accepted_failures TO app_user;
GRANT UPDATE (ended_at, ended_because) ON app.accepted_failures TO app_definer;

-- The newest test of each check and part, by which everybody of a company and its workers decide checks. p_size: as of the ledger's
-- first entries; p_from, p_before: tested from the one moment on and before the other; NULL is all.
CREATE FUNCTION app.test_facts(p_company uuid, p_size bigint, p_from timestamptz, p_before timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM (
    SELECT DISTINCT ON (t.check_id, t.aspect) t.check_id, t.aspect, t.conclusion, t.population_size AS population,
      cardinality(t.sample) AS sample, t.found, t.note, t.number, t.tested_at, t.valid_until,
      t.withdrawn_at IS NOT NULL AND (p_size IS NULL OR t.withdrawn_index < p_size) AS withdrawn
    FROM app.manual_tests t WHERE t.company_id = p_company AND (p_size IS NULL OR t.ledger_index < p_size)
      AND (p_from IS NULL OR t.tested_at >= p_from) AND (p_before IS NULL OR t.tested_at < p_before)
    ORDER BY t.check_id, t.aspect, t.ledger_index DESC, t.id) f
$$;
GRANT EXECUTE ON FUNCTION app.test_facts(uuid, bigint, timestamptz, timestamptz) TO app_user, app_auditor, app_definer;

SET LOCAL ROLE app_definer;

-- The same for a worker, of any company.
CREATE FUNCTION app.tests_of(p_company uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT app.test_facts(p_company, NULL, NULL, NULL)$$;
GRANT EXECUTE ON FUNCTION app.tests_of(uuid) TO app_worker;

-- An acceptance ends when its check passes, or does not apply. What was accepted after the ledger's first p_size entries was not judged
-- yet.
CREATE FUNCTION app.end_acceptances(p_company uuid, p_passing text[], p_size bigint, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.accepted_failures a SET ended_at = p_now, ended_because = 'The check passed.'
  WHERE a.company_id = p_company AND a.ended_at IS NULL AND a.check_id = ANY (p_passing) AND a.ledger_index < p_size
$$;
GRANT EXECUTE ON FUNCTION app.end_acceptances(uuid, text[], bigint, timestamptz) TO app_worker;

-- Where the ledger stands when a test is withdrawn or an acceptance ends, each of them once. A worker ends acceptances, too, and
-- app.place_in_ledger asks for a person.
CREATE FUNCTION app.place_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'a test is withdrawn once' USING ERRCODE = '23514', CONSTRAINT = 'withdrawn_once';
  END IF;
  SELECT h.size INTO NEW.withdrawn_index FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  NEW.withdrawn_index := coalesce(NEW.withdrawn_index, -1);
  RETURN NEW;
END $$;
CREATE FUNCTION app.place_ending() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'an acceptance ends once' USING ERRCODE = '23514', CONSTRAINT = 'ended_once';
  END IF;
  SELECT h.size INTO NEW.ended_index FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  NEW.ended_index := coalesce(NEW.ended_index, -1);
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION app.tests_of(uuid), app.end_acceptances(uuid, text[], bigint, timestamptz), app.place_withdrawal(),
  app.place_ending() FROM PUBLIC;
-- A table's owner makes its triggers, for which the function must be theirs to run.
GRANT EXECUTE ON FUNCTION app.place_in_ledger(), app.place_withdrawal(), app.place_ending() TO app_owner;
SET LOCAL ROLE app_owner;
REVOKE EXECUTE ON FUNCTION app.test_facts(uuid, bigint, timestamptz, timestamptz) FROM PUBLIC;
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.manual_tests FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.accepted_failures FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER place_withdrawal BEFORE UPDATE ON app.manual_tests FOR EACH ROW EXECUTE FUNCTION app.place_withdrawal();
CREATE TRIGGER place_ending BEFORE UPDATE ON app.accepted_failures FOR EACH ROW EXECUTE FUNCTION app.place_ending();
RESET ROLE;
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.place_in_ledger(), app.place_withdrawal(), app.place_ending() FROM app_owner;
RESET ROLE;
