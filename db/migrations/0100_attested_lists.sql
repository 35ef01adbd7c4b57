-- Lists of accounts of systems without a connection: exported by hand, filed as exhibits, their counts attested. See docs/decisions/0109.
SET LOCAL ROLE app_owner;

CREATE TABLE app.attested_lists (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  system_id uuid NOT NULL,
  -- The file; its accounts were read from these very bytes.
  evidence_id uuid NOT NULL,
  -- Where in the system, and on which day, as the person says who attests to the count.
  exported_from text NOT NULL CHECK (btrim(exported_from) <> '' AND length(exported_from) <= 200),
  exported_on date NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  -- As of when it speaks: never after it was filed.
  seen_at timestamptz NOT NULL,
  -- As app.account_lists has them.
  accounts jsonb NOT NULL,
  attested_by uuid NOT NULL,
  attested_at timestamptz NOT NULL,
  -- Set by hold_attested_list.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  CONSTRAINT attested_lists_system FOREIGN KEY (company_id, system_id) REFERENCES app.systems (company_id, id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence (company_id, id),
  CHECK (seen_at <= attested_at)
);
CREATE INDEX attested_lists_newest ON app.attested_lists (company_id, system_id, ledger_index DESC);
SELECT app.protect('app.attested_lists');
SELECT app.append_only('app.attested_lists');
GRANT SELECT, INSERT (company_id, id, system_id, evidence_id, exported_from, exported_on, count, seen_at, accounts, attested_by, attested_at)
  ON app.attested_lists TO app_user;

-- Absent where a connection was read.
ALTER TABLE app.review_populations ADD COLUMN list_id uuid, ADD FOREIGN KEY (company_id, list_id) REFERENCES app.attested_lists (company_id, id),
  ADD CHECK (list_id IS NULL OR connection_id IS NULL);
GRANT UPDATE (list_id) ON app.review_populations TO app_definer;
RESET ROLE;
SET LOCAL ROLE app_definer;

-- A list is of a system that nothing else reads, from a file that everybody of the company may look at.
CREATE FUNCTION app.hold_attested_list() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id OR coalesce(app.my_role(), '') NOT IN ('owner', 'admin') OR NEW.attested_by <> app.uid() THEN
    RAISE EXCEPTION 'permission denied: no list of yours' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT FROM app.systems s WHERE s.company_id = NEW.company_id AND s.id = NEW.system_id AND s.removed_at IS NULL) THEN
    RAISE EXCEPTION 'no such system' USING ERRCODE = '23503', CONSTRAINT = 'attested_lists_system';
  END IF;
  IF EXISTS (SELECT FROM app.connections k WHERE k.company_id = NEW.company_id AND k.system_id = NEW.system_id AND k.state <> 'disconnected') THEN
    RAISE EXCEPTION 'it is connected' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_connected';
  END IF;
  IF NOT EXISTS (SELECT FROM app.evidence e WHERE e.company_id = NEW.company_id AND e.id = NEW.evidence_id AND e.matter_id IS NULL
    AND e.withdrawal_id IS NULL AND e.erased_at IS NULL) THEN
    RAISE EXCEPTION 'no such file' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_file';
  END IF;
  IF NEW.count <> jsonb_array_length(NEW.accounts) THEN
    RAISE EXCEPTION 'another count' USING ERRCODE = '23514', CONSTRAINT = 'attested_lists_count';
  END IF;
  NEW.ledger_index := v_ledger.size;
  RETURN NEW;
END $$;

-- As in 0069, and from the newest attested list of a system that is not connected.
CREATE OR REPLACE FUNCTION app.freeze_population(p_population uuid, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record; v_own record; v_list record; v_person uuid; v_filed uuid;
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
  -- A system that is connected is read; a list stands for one that is not.
  IF NOT FOUND AND v_own.connection_id IS NULL
    AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = v_ledger.company AND k.system_id = v_own.system_id AND k.state <> 'disconnected') THEN
    SELECT NULL::uuid AS connection_id, a.evidence_id, a.seen_at, a.accounts, a.id INTO v_list FROM app.attested_lists a
      JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      WHERE a.company_id = v_ledger.company AND a.system_id = v_own.system_id AND a.seen_at > p_at - interval '7 days'
      ORDER BY a.ledger_index DESC LIMIT 1;
    IF FOUND THEN v_filed := v_list.id; END IF;
  END IF;
  IF v_list.evidence_id IS NULL THEN RETURN false; END IF;
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
      -- A file says nobody's record: of those who have an account's address it is whoever works here, if that is one person.
      LEFT JOIN (SELECT lower(btrim(n.fields ->> 'email')) AS email, CASE WHEN count(*) FILTER (WHERE n.ended_at IS NULL) = 1
          THEN (array_agg(n.id) FILTER (WHERE n.ended_at IS NULL))[1] WHEN count(*) = 1 THEN (array_agg(n.id))[1] END AS id
        FROM app.records n WHERE n.company_id = v_ledger.company AND n.register = 'people' AND v_filed IS NOT NULL GROUP BY 1) m ON m.email = x.email
      LEFT JOIN app.records r ON r.company_id = v_ledger.company AND r.register = 'people'
        AND r.id = CASE WHEN v_filed IS NULL THEN x."personId" ELSE m.id END
    -- Who is disabled has no access to decide on.
    WHERE x.active IS NOT FALSE;
  UPDATE app.review_populations p SET connection_id = v_list.connection_id, list_id = v_filed, evidence_id = v_list.evidence_id, seen_at = v_list.seen_at,
      frozen_at = p_at, frozen_index = v_ledger.size,
      accounts = (SELECT count(*) FROM app.review_rows w WHERE w.company_id = p.company_id AND w.population_id = p.id),
      sha256 = (SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex')
        FROM (SELECT encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex') AS line FROM app.review_rows w
          WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = v_ledger.company AND p.id = v_own.id;
  RETURN true;
END $$;

REVOKE EXECUTE ON FUNCTION app.hold_attested_list() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_attested_list(), app.enqueue_row() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER hold_attested_list BEFORE INSERT ON app.attested_lists FOR EACH ROW EXECUTE FUNCTION app.hold_attested_list();
-- What a review removed may be gone from it.
CREATE TRIGGER enqueue_run AFTER INSERT ON app.attested_lists FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'attested_at', '5 seconds');
CREATE POLICY read ON app.attested_lists FOR SELECT TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member', 'viewer') OR (SELECT app.is_company_itself()));
CREATE POLICY add ON app.attested_lists FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND attested_by = (SELECT app.uid()));
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.hold_attested_list(), app.enqueue_row() FROM app_owner;
RESET ROLE;
