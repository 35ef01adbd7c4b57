-- Access reviews: who has an account is frozen from what connections read, and people decide on each. See docs/decisions/0090.
SET LOCAL ROLE app_owner;

CREATE TABLE app.reviews (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  -- Counted in its company, from 1. Set by hold_review, like both indexes.
  number bigint NOT NULL DEFAULT 0,
  name text NOT NULL CHECK (btrim(name) <> '' AND length(name) <= 200),
  due_on date NOT NULL,
  opened_by uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by uuid,
  closed_index bigint,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, number),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (closed_index IS NULL))
);

-- The accounts of one connection, or of a system that no connection reads. Without frozen_at it was not read.
CREATE TABLE app.review_populations (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  review_id uuid NOT NULL,
  system_id uuid NOT NULL,
  -- All but these and the reviewers are set by freeze_population.
  connection_id uuid,
  -- Who decides, and who decides on the account of that person.
  reviewer_id uuid NOT NULL,
  other_id uuid NOT NULL,
  evidence_id uuid,
  seen_at timestamptz,
  frozen_at timestamptz,
  frozen_index bigint,
  accounts integer,
  -- Over the accounts, and with the decisions once the review is closed. The ledger's entries have both.
  sha256 text,
  decisions_sha256 text,
  PRIMARY KEY (company_id, id),
  CONSTRAINT review_populations_once UNIQUE NULLS NOT DISTINCT (company_id, review_id, system_id, connection_id),
  FOREIGN KEY (company_id, review_id) REFERENCES app.reviews (company_id, id),
  CONSTRAINT review_populations_system FOREIGN KEY (company_id, system_id) REFERENCES app.systems (company_id, id),
  CONSTRAINT review_populations_connection FOREIGN KEY (company_id, connection_id) REFERENCES app.connections (company_id, id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence (company_id, id),
  CHECK (num_nonnulls(evidence_id, seen_at, frozen_at, frozen_index, accounts, sha256) IN (0, 6))
);

CREATE TABLE app.review_rows (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  population_id uuid NOT NULL,
  -- Administrators, unused accounts and those that are nobody's come first.
  number integer NOT NULL,
  account_id text NOT NULL,
  -- What the exhibit says of it; NULL where that was not read.
  label text NOT NULL,
  class text,
  active boolean,
  administrator boolean,
  email text,
  last_sign_in text,
  -- Whose it is, and who decides.
  person_register text CHECK (person_register = 'people'),
  person_id uuid,
  reviewer_id uuid NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, population_id, account_id),
  UNIQUE (company_id, population_id, number),
  FOREIGN KEY (company_id, population_id) REFERENCES app.review_populations (company_id, id),
  FOREIGN KEY (company_id, person_register, person_id) REFERENCES app.records (company_id, register, id),
  CHECK ((person_id IS NULL) = (person_register IS NULL))
);

-- The newest of a row stands; 'none' takes back what was decided before.
CREATE TABLE app.review_decisions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  row_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('keep', 'change', 'remove', 'none')),
  reason text NOT NULL CHECK (length(reason) <= 1000 AND (decision NOT IN ('change', 'remove') OR btrim(reason) <> '')),
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  -- Who decided, among People, and whether it was on their own account because nobody else could. Set by hold_review_decision.
  person_id uuid,
  alone boolean NOT NULL DEFAULT false,
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT review_decisions_once UNIQUE (company_id, row_id, ledger_index),
  CONSTRAINT review_decisions_row FOREIGN KEY (company_id, row_id) REFERENCES app.review_rows (company_id, id)
);

-- Whether what was to be removed was there in a later exhibit: a row for each time that this changed, and for the first time after it was due.
CREATE TABLE app.review_sightings (
  company_id uuid NOT NULL REFERENCES app.companies,
  row_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  present boolean NOT NULL,
  PRIMARY KEY (company_id, row_id, seen_at),
  FOREIGN KEY (company_id, row_id) REFERENCES app.review_rows (company_id, id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence (company_id, id)
);

SELECT app.protect(t) FROM unnest(ARRAY['app.reviews', 'app.review_populations', 'app.review_rows', 'app.review_decisions',
  'app.review_sightings']::regclass[]) t;
SELECT app.append_only('app.reviews', 'closed_at', 'closed_by', 'closed_index');
SELECT app.append_only('app.review_populations', 'connection_id', 'evidence_id', 'seen_at', 'frozen_at', 'frozen_index', 'accounts', 'sha256',
  'decisions_sha256');
SELECT app.append_only('app.review_rows');
SELECT app.append_only('app.review_decisions');
SELECT app.append_only('app.review_sightings');

GRANT SELECT ON app.reviews, app.review_populations, app.review_rows, app.review_decisions, app.review_sightings TO app_user;
GRANT INSERT (company_id, id, name, due_on, opened_by, opened_at), UPDATE (closed_at, closed_by) ON app.reviews TO app_user;
GRANT INSERT (company_id, id, review_id, system_id, connection_id, reviewer_id, other_id) ON app.review_populations TO app_user;
GRANT UPDATE (connection_id, evidence_id, seen_at, frozen_at, frozen_index, accounts, sha256, decisions_sha256)
  ON app.review_populations TO app_definer;
GRANT INSERT ON app.review_rows TO app_definer;
GRANT INSERT (company_id, id, row_id, decision, reason, decided_by, decided_at) ON app.review_decisions TO app_user;
GRANT INSERT ON app.review_sightings TO app_user;

SET LOCAL ROLE app_definer;

-- Pages of a snapshot, as those of a register; nobody writes records into these.
INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, approve_roles, confirmed_for_days)
  SELECT key, '{owner,admin,member,viewer}', '{}', '{}', NULL, 365 FROM unnest(ARRAY['review-populations', 'review-rows', 'review-sightings']) key;

-- A user among the company's people, by the email address of their account; NULL where nobody or more than one has it.
CREATE FUNCTION app.person_of(p_user uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(r.id))[1] END FROM app.records r JOIN auth.users u ON u.id = p_user
  WHERE r.company_id = app.tenant() AND r.register = 'people' AND r.ended_at IS NULL AND lower(btrim(r.fields ->> 'email')) = lower(u.email)
$$;

-- Whether an account is the caller's: by whose it was found to be, by what somebody said since, or by its address.
CREATE FUNCTION app.is_own_account(p_row app.review_rows) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(p_row.person_id = app.my_person(), false)
    OR coalesce((SELECT a.person_id FROM app.person_accounts a
        JOIN app.review_populations q ON q.company_id = a.company_id AND q.id = p_row.population_id
        JOIN app.connections k ON k.company_id = q.company_id AND k.id = q.connection_id AND k.provider = a.provider AND k.account_id = a.scope
      WHERE a.company_id = app.tenant() AND a.account_id = p_row.account_id
      ORDER BY a.ledger_index DESC, a.id LIMIT 1) = app.my_person(), false)
    OR EXISTS (SELECT FROM auth.users u WHERE u.id = app.uid() AND lower(u.email) IN (p_row.email, lower(p_row.label)))
$$;

-- Whether this member of the caller's company may decide on accounts.
CREATE FUNCTION app.may_review(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
    WHERE m.company_id = app.tenant() AND m.user_id = p_user AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
      AND b.disabled_at IS NULL)
$$;

-- Closed once, when everything was read and decided; the hashes of what was decided are kept with it.
CREATE FUNCTION app.hold_review() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'INSERT' THEN
    NEW.ledger_index := v_ledger.size;
    NEW.number := 1 + coalesce((SELECT max(r.number) FROM app.reviews r WHERE r.company_id = NEW.company_id), 0);
    RETURN NEW;
  END IF;
  -- The row was read before the ledger was locked, and may have been closed meanwhile.
  IF NEW.closed_at IS NULL OR (SELECT r.closed_at FROM app.reviews r WHERE r.company_id = NEW.company_id AND r.id = NEW.id) IS NOT NULL THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  IF NOT EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id)
    OR EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NULL) THEN
    RAISE EXCEPTION 'a system was not read' USING ERRCODE = '23514', CONSTRAINT = 'review_not_read';
  END IF;
  IF EXISTS (SELECT FROM app.review_populations p JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
      LEFT JOIN LATERAL (SELECT d.decision FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
        ORDER BY d.ledger_index DESC LIMIT 1) d ON true
      WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND coalesce(d.decision, 'none') = 'none') THEN
    RAISE EXCEPTION 'an account is not decided' USING ERRCODE = '23514', CONSTRAINT = 'review_undecided';
  END IF;
  UPDATE app.review_populations p SET decisions_sha256 = (
    SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex') FROM (
      SELECT concat_ws(' ', encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex'), d.decision, d.decided_by,
        CASE WHEN d.alone THEN 'alone' ELSE 'another' END) AS line
      FROM app.review_rows w JOIN LATERAL (SELECT d.decision, d.decided_by, d.alone FROM app.review_decisions d
        WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) d ON true
      WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id;
  NEW.closed_index := v_ledger.size;
  RETURN NEW;
END $$;

-- Named with its review, by somebody who may decide, and another for that person's own account where there is one.
CREATE FUNCTION app.hold_review_population() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.company_id IS DISTINCT FROM app.tenant() OR coalesce(app.my_role(), '') NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: no review of yours' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT FROM app.reviews r WHERE r.company_id = NEW.company_id AND r.id = NEW.review_id AND r.closed_at IS NULL) THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  IF NOT app.may_review(NEW.reviewer_id) OR NOT app.may_review(NEW.other_id)
    OR NEW.reviewer_id = NEW.other_id AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'no reviewer' USING ERRCODE = '23514', CONSTRAINT = 'review_reviewer';
  END IF;
  RETURN NEW;
END $$;

-- Freezes the accounts of a population from the newest list of its connection. False where no complete list of the last seven days is there.
CREATE FUNCTION app.freeze_population(p_population uuid, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_own record; v_list record; v_person uuid;
BEGIN
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: no review of yours' USING ERRCODE = '42501';
  END IF;
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  SELECT p.* INTO v_own FROM app.review_populations p JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
    WHERE p.company_id = v_ledger.company AND p.id = p_population AND p.frozen_at IS NULL AND r.closed_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT l.connection_id, l.evidence_id, l.seen_at, l.accounts INTO v_list
    FROM app.account_lists l JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    WHERE l.company_id = v_ledger.company AND k.system_id = v_own.system_id AND k.state <> 'disconnected' AND l.whole
      AND l.seen_at > p_at - interval '7 days' AND l.connection_id = coalesce(v_own.connection_id, l.connection_id)
      -- The list may be older than the newest exhibit, which then is not read yet.
      AND l.evidence_id = (SELECT u.evidence_id FROM app.collection_runs u WHERE u.company_id = l.company_id
        AND u.connection_id = l.connection_id AND u.state = 'done' AND u.evidence_id IS NOT NULL ORDER BY u.slot DESC LIMIT 1)
      AND NOT EXISTS (SELECT FROM app.review_populations o WHERE o.company_id = l.company_id AND o.review_id = v_own.review_id
        AND o.connection_id = l.connection_id AND o.id <> v_own.id)
    ORDER BY l.connection_id LIMIT 1;
  IF NOT FOUND THEN RETURN false; END IF;
  v_person := app.person_of(v_own.reviewer_id);
  INSERT INTO app.review_rows (company_id, id, population_id, number, account_id, label, class, active, administrator, email, last_sign_in,
      person_register, person_id, reviewer_id)
    SELECT v_ledger.company, gen_random_uuid(), v_own.id,
      row_number() OVER (ORDER BY coalesce(x.administrator, false) DESC,
        x."lastSignIn" = 'never' OR x."lastSignIn" < to_char(p_at AT TIME ZONE 'UTC' - interval '90 days', 'YYYY-MM-DD') DESC NULLS LAST,
        r.id IS NULL DESC, lower(x.label), x.id),
      x.id, x.label, x.class, x.active, x.administrator, x.email, x."lastSignIn", CASE WHEN r.id IS NOT NULL THEN 'people' END, r.id,
      CASE WHEN r.id = v_person OR EXISTS (SELECT FROM auth.users u WHERE u.id = v_own.reviewer_id AND lower(u.email) IN (x.email, lower(x.label)))
        THEN v_own.other_id ELSE v_own.reviewer_id END
    FROM jsonb_to_recordset(v_list.accounts) x (id text, label text, class text, active boolean, administrator boolean, email text,
        "lastSignIn" text, "personId" uuid)
      LEFT JOIN app.records r ON r.company_id = v_ledger.company AND r.register = 'people' AND r.id = x."personId"
    -- Who is disabled has no access to decide on.
    WHERE x.active IS NOT FALSE;
  UPDATE app.review_populations p SET connection_id = v_list.connection_id, evidence_id = v_list.evidence_id, seen_at = v_list.seen_at,
      frozen_at = p_at, frozen_index = v_ledger.size,
      accounts = (SELECT count(*) FROM app.review_rows w WHERE w.company_id = p.company_id AND w.population_id = p.id),
      sha256 = (SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex')
        FROM (SELECT encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex') AS line FROM app.review_rows w
          WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = v_ledger.company AND p.id = v_own.id;
  RETURN true;
END $$;

-- A decision is on an account of an open review, by its reviewer or a manager, and of nobody's own account while another could decide.
-- The same decision again is none.
CREATE FUNCTION app.hold_review_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_row app.review_rows; v_last record; v_closed timestamptz;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  -- As the policies say it, which are asked after this: what is reviewed is told to nobody else.
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin', 'member') OR NEW.decided_by <> app.uid() THEN
    RAISE EXCEPTION 'permission denied: no decision of yours' USING ERRCODE = '42501';
  END IF;
  SELECT w.* INTO v_row FROM app.review_rows w WHERE w.company_id = NEW.company_id AND w.id = NEW.row_id;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such account' USING ERRCODE = '23503', CONSTRAINT = 'review_decisions_row'; END IF;
  SELECT r.closed_at INTO v_closed FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
    WHERE p.company_id = NEW.company_id AND p.id = v_row.population_id;
  IF v_closed IS NOT NULL THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  NEW.person_id := app.my_person();
  IF NEW.person_id IS NULL THEN
    RAISE EXCEPTION 'nobody of the company' USING ERRCODE = '23514', CONSTRAINT = 'review_person';
  END IF;
  NEW.alone := app.is_own_account(v_row);
  IF NEW.alone AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'another person decides' USING ERRCODE = '23514', CONSTRAINT = 'review_own_account';
  END IF;
  IF v_row.reviewer_id <> NEW.decided_by AND app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'another decides' USING ERRCODE = '23514', CONSTRAINT = 'review_not_yours';
  END IF;
  SELECT d.decision, d.reason INTO v_last FROM app.review_decisions d WHERE d.company_id = NEW.company_id AND d.row_id = NEW.row_id
    ORDER BY d.ledger_index DESC LIMIT 1;
  IF coalesce(v_last.decision, 'none') = NEW.decision AND (NEW.decision = 'none' OR v_last.reason = NEW.reason) THEN RETURN NULL; END IF;
  NEW.ledger_index := v_ledger.size;
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION app.person_of(uuid), app.is_own_account(app.review_rows), app.may_review(uuid), app.hold_review(),
  app.hold_review_population(), app.freeze_population(uuid, timestamptz), app.hold_review_decision() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.freeze_population(uuid, timestamptz), app.is_own_account(app.review_rows) TO app_user;
-- A table's owner makes its triggers, for which the functions must be theirs to run.
GRANT EXECUTE ON FUNCTION app.hold_review(), app.hold_review_population(), app.hold_review_decision(), app.enqueue_row() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_review BEFORE INSERT OR UPDATE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.hold_review();
CREATE TRIGGER hold_review_population BEFORE INSERT ON app.review_populations FOR EACH ROW EXECUTE FUNCTION app.hold_review_population();
CREATE TRIGGER hold_review_decision BEFORE INSERT ON app.review_decisions FOR EACH ROW EXECUTE FUNCTION app.hold_review_decision();
CREATE TRIGGER enqueue_run AFTER UPDATE ON app.reviews FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'closed_at', '5 seconds');

-- Members read them, and the company itself, which seals them.
CREATE POLICY read ON app.reviews FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.review_populations FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.review_rows FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.review_decisions FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY read ON app.review_sightings FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY add ON app.reviews FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND opened_by = (SELECT app.uid()));
CREATE POLICY finish ON app.reviews FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'))
  WITH CHECK (closed_by = (SELECT app.uid()));
CREATE POLICY add ON app.review_populations FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY decide ON app.review_decisions FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND decided_by = (SELECT app.uid()));
CREATE POLICY see ON app.review_sightings FOR INSERT TO app_user WITH CHECK ((SELECT app.is_company_itself()));
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_review(), app.hold_review_population(), app.hold_review_decision(), app.enqueue_row() FROM app_owner;
RESET ROLE;
