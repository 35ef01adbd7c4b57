-- Whoever reads a person's mailbox takes part as that person. So an address counts while somebody vouches for it: another owner or admin than
-- who wrote it down, a connected directory, or, where a company has one owner or admin alone, they. See docs/decisions/0164.
SET LOCAL ROLE app_owner;
-- The address that is vouched for, lower case: another one in the record's fields is not.
ALTER TABLE app.records ADD COLUMN vouched_email text, ADD COLUMN vouched_how text CHECK (vouched_how IN ('directory', 'another', 'alone')),
  -- NULL: by a directory.
  ADD COLUMN vouched_by uuid, ADD COLUMN vouched_at timestamptz,
  ADD CONSTRAINT records_vouched CHECK ((vouched_email IS NULL) = (vouched_how IS NULL) AND (vouched_email IS NULL) = (vouched_at IS NULL));
-- How the address was vouched for by which they took part; NULL: by nobody, and it counts for nothing.
ALTER TABLE app.acknowledgments ADD COLUMN vouched text CHECK (vouched IN ('directory', 'another', 'alone'));
ALTER TABLE app.completions ADD COLUMN vouched text CHECK (vouched IN ('directory', 'another', 'alone'));
GRANT UPDATE (vouched_email, vouched_how, vouched_by, vouched_at) ON app.records TO app_definer;
GRANT UPDATE (vouched) ON app.acknowledgments, app.completions TO app_definer;
-- Who took part by an address that nobody vouches for does so again.
ALTER TABLE app.acknowledgments DROP CONSTRAINT acknowledgments_once;
CREATE UNIQUE INDEX acknowledgments_once ON app.acknowledgments (company_id, version_id, person_id) WHERE vouched IS NOT NULL;
DROP TRIGGER append_only ON app.acknowledgments;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, id, version_id, person_register, person_id, sha256, method, user_id,
  acknowledged_at, ledger_index ON app.acknowledgments FOR EACH ROW EXECUTE FUNCTION app.refuse_change();

SET LOCAL ROLE app_definer;

-- Whether somebody is the only owner or admin of a company: nobody else could vouch for what they write.
CREATE FUNCTION app.manages_alone(p_company uuid, p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(bool_and(m.user_id = p_user), false) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = p_company AND m.status = 'active' AND m.role IN ('owner', 'admin') AND b.disabled_at IS NULL
    -- As app.my_role says it: such an account is a member at most.
    AND b.platform_role IS DISTINCT FROM 'user'
$$;

CREATE FUNCTION app.may_vouch_alone() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT app.manages_alone(app.tenant(), app.uid()) $$;

-- How a person's address is vouched for; NULL: by nobody.
CREATE FUNCTION app.vouched_how(p_company uuid, p_person uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.vouched_how FROM app.records r WHERE r.company_id = p_company AND r.id = p_person AND r.register = 'people'
    AND r.vouched_email = lower(r.fields ->> 'email')
$$;

-- Who wrote a person's address down last, as what kind of change, and when.
CREATE FUNCTION app.address_written(p_company uuid, p_person uuid) RETURNS TABLE (changed_by uuid, kind text, changed_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.changed_by, c.kind, c.changed_at FROM app.record_changes c WHERE c.company_id = p_company AND c.record_id = p_person
    AND c.changes @> '[{"field": "email"}]' ORDER BY c.version DESC LIMIT 1
$$;

-- Writes down that an address is vouched for. What its person did since it was theirs counts from now on.
CREATE FUNCTION app.keep_vouched(p_company uuid, p_person uuid, p_how text, p_by uuid, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_since timestamptz := (SELECT w.changed_at FROM app.address_written(p_company, p_person) w); v uuid;
BEGIN
  UPDATE app.records r SET vouched_email = lower(r.fields ->> 'email'), vouched_how = p_how, vouched_by = p_by, vouched_at = p_at
    WHERE r.company_id = p_company AND r.id = p_person AND r.register = 'people' AND r.fields ? 'email';
  -- One by one: the same text counts once for a person.
  FOR v IN SELECT a.id FROM app.acknowledgments a WHERE a.company_id = p_company AND a.person_id = p_person AND a.vouched IS NULL
      AND a.acknowledged_at >= v_since AND NOT EXISTS (SELECT FROM app.acknowledgments k WHERE k.company_id = a.company_id
        AND k.version_id = a.version_id AND k.person_id = a.person_id AND k.vouched IS NOT NULL) LOOP
    UPDATE app.acknowledgments a SET vouched = p_how WHERE a.company_id = p_company AND a.id = v;
  END LOOP;
  UPDATE app.completions c SET vouched = p_how WHERE c.company_id = p_company AND c.person_id = p_person AND c.source = 'quiz'
    AND c.vouched IS NULL AND c.completed_at >= v_since;
END $$;

-- Another owner or admin than who wrote them vouches for addresses, as they saw them. Answers how each now stands: `own` where somebody else
-- has to, `changed` where the person is not there, or has another address.
CREATE FUNCTION app.vouch_for_addresses(p_people uuid[], p_emails text[], p_now timestamptz)
RETURNS TABLE (person_id uuid, number bigint, outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_company uuid := app.tenant(); v_alone boolean; v record; v_written record; v_outcome text;
BEGIN
  IF app.my_role() IS NULL OR app.my_role() NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: only owners and admins vouch for addresses' USING ERRCODE = '42501';
  END IF;
  PERFORM app.lock_ledger();
  v_alone := app.manages_alone(v_company, app.uid());
  FOR v IN SELECT x.person, x.email, r.number, r.id, r.vouched_email, r.vouched_how
      FROM unnest(p_people, p_emails) x (person, email) LEFT JOIN app.records r ON r.company_id = v_company AND r.id = x.person
        AND r.register = 'people' AND r.ended_at IS NULL AND lower(r.fields ->> 'email') = lower(x.email) LOOP
    SELECT w.changed_by INTO v_written FROM app.address_written(v_company, v.id) w;
    v_outcome := CASE WHEN v.id IS NULL THEN 'changed'
      WHEN v.vouched_email = lower(v.email) AND (v.vouched_how <> 'alone' OR v_alone) THEN 'vouched'
      WHEN v_alone THEN 'alone'
      WHEN v_written.changed_by IS NOT DISTINCT FROM app.uid() OR app.person_of(v_written.changed_by) = app.my_person() THEN 'own'
      ELSE 'another' END;
    IF v_outcome IN ('alone', 'another') THEN PERFORM app.keep_vouched(v_company, v.id, v_outcome, app.uid(), p_now); END IF;
    RETURN QUERY SELECT v.person, v.number, v_outcome;
  END LOOP;
  PERFORM app.enqueue_job('registers', v_company::text, v_company, p_now + interval '5 seconds');
END $$;

-- A connected directory lists these addresses as these people's: it vouches for those that nobody moved from one person to another, and
-- that were not written by who reads them. A changed one is an owner's or admin's doing, or it waits for one.
CREATE FUNCTION app.vouch_by_directory(p_people uuid[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v record;
BEGIN
  IF app.is_company_itself() IS NOT TRUE THEN RAISE EXCEPTION 'permission denied: not the company itself' USING ERRCODE = '42501'; END IF;
  FOR v IN WITH asked AS MATERIALIZED (SELECT r.id, lower(r.fields ->> 'email') AS email FROM app.records r
        WHERE r.company_id = v_company AND r.register = 'people' AND r.id = ANY (p_people) AND r.ended_at IS NULL AND r.fields ? 'email'
          AND r.vouched_email IS DISTINCT FROM lower(r.fields ->> 'email')),
      -- Whose each address was once.
      held AS MATERIALIZED (SELECT DISTINCT c.record_id, lower(x ->> 'after') AS email FROM app.record_changes c
        CROSS JOIN LATERAL jsonb_array_elements(c.changes) x
        WHERE EXISTS (SELECT FROM asked) AND c.company_id = v_company AND c.register = 'people' AND c.changes @> '[{"field": "email"}]'
          AND x ->> 'field' = 'email')
      SELECT a.id FROM asked a CROSS JOIN LATERAL app.address_written(v_company, a.id) w
        LEFT JOIN auth.users u ON u.id = w.changed_by
        LEFT JOIN app.company_members m ON m.company_id = v_company AND m.user_id = w.changed_by AND m.status = 'active'
      WHERE (w.kind = 'added' OR m.role IN ('owner', 'admin')) AND lower(u.email) IS DISTINCT FROM a.email
        AND NOT EXISTS (SELECT FROM held h WHERE h.email = a.email AND h.record_id <> a.id) LOOP
    PERFORM app.keep_vouched(v_company, v.id, 'directory', NULL, p_now);
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION app.manages_alone(uuid, uuid), app.may_vouch_alone(), app.vouched_how(uuid, uuid), app.address_written(uuid, uuid),
  app.keep_vouched(uuid, uuid, text, uuid, timestamptz), app.vouch_for_addresses(uuid[], text[], timestamptz),
  app.vouch_by_directory(uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.may_vouch_alone(), app.vouch_for_addresses(uuid[], text[], timestamptz), app.vouch_by_directory(uuid[], timestamptz) TO app_user;

-- As in 0200, with how the address is vouched for by which they came. An assignment that ended is none, and an acknowledgment by an address
-- that nobody vouched for was never kept.
DROP FUNCTION app.staff_forms(bytea[], uuid[], text[], timestamptz);
CREATE FUNCTION app.staff_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_now timestamptz)
RETURNS TABLE (outcome text, person_id uuid, method text, policy_id uuid, title text, number integer, newest uuid, vouched text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed(); v_who record; v record; v_open text[] := '{}'; v_form text; v_outcome text;
BEGIN
  FOR i IN 1 .. cardinality(p_sessions) LOOP
    SELECT s.person_id AS id, s.method, r.fields ->> 'kind' AS kind, r.vouched_how AS vouched INTO v_who
      FROM app.staff_sessions s JOIN app.records r ON r.company_id = s.company_id AND r.id = s.person_id
      WHERE s.token_sha256 = p_sessions[i] AND s.company_id = v_company AND s.expires_at > p_now
        AND app.is_address_of(s.company_id, s.person_id, s.email);
    v_outcome := CASE WHEN v_who.id IS NULL THEN 'nobody' ELSE 'not assigned' END;
    SELECT w.policy_id, p.title, w.number, n.id AS newest, w.state, w.sha256 INTO v FROM app.policy_versions w
      JOIN app.policies p ON p.company_id = w.company_id AND p.id = w.policy_id
      JOIN app.policy_versions n ON n.company_id = w.company_id AND n.policy_id = w.policy_id AND n.state = 'in force'
      WHERE v_who.id IS NOT NULL AND w.company_id = v_company AND w.id = p_versions[i] AND w.state IN ('in force', 'replaced')
        AND EXISTS (SELECT FROM app.assignments x WHERE x.company_id = n.company_id AND x.version_id = n.id AND x.ended_at IS NULL
          AND (x.audience = 'everyone' OR x.audience = v_who.kind OR x.person_id = v_who.id));
    IF FOUND THEN
      v_form := v_who.id || '|' || p_versions[i];
      v_outcome := CASE WHEN v.state <> 'in force' OR v.sha256 IS DISTINCT FROM p_texts[i] THEN 'replaced'
        WHEN v_form = ANY (v_open) OR EXISTS (SELECT FROM app.acknowledgments k WHERE k.company_id = v_company
          AND k.version_id = p_versions[i] AND k.person_id = v_who.id AND k.vouched IS NOT NULL) THEN 'before' ELSE 'open' END;
      IF v_outcome = 'open' THEN v_open := v_open || v_form; END IF;
    END IF;
    RETURN QUERY SELECT v_outcome, v_who.id, v_who.method, v.policy_id, v.title, v.number, v.newest, v_who.vouched;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION app.staff_forms(bytea[], uuid[], text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.staff_forms(bytea[], uuid[], text[], timestamptz) TO app_staff;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_from text[], p_to text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  FOR i IN 1 .. cardinality(p_from) LOOP
    IF (length(v_text) - length(replace(v_text, p_from[i], ''))) / length(p_from[i]) <> 1 THEN
      RAISE EXCEPTION '% does not have "%" once', p_function, p_from[i];
    END IF;
    v_text := replace(v_text, p_from[i], p_to[i]);
  END LOOP;
  EXECUTE v_text;
END $$;
-- Links, sessions, reminders and proofs by a provider all ask this.
SELECT pg_temp.rewrite('app.is_address_of', ARRAY['= p_email)
    AND NOT'], ARRAY['= p_email AND r.vouched_email = p_email)
    AND NOT']);
-- That an address is vouched for makes no version of a record; another address is vouched for by whom nobody else could.
SELECT pg_temp.rewrite('app.hold_record', ARRAY['  RETURN NEW;
', '  NEW.ledger_index := v_ledger.size;
'], ARRAY['  IF NEW.register = ''people'' AND (tg_op = ''INSERT'' OR lower(NEW.fields ->> ''email'') IS DISTINCT FROM lower(OLD.fields ->> ''email'')) THEN
    IF NEW.fields ? ''email'' AND app.manages_alone(NEW.company_id, NEW.changed_by) THEN
      NEW.vouched_email := lower(NEW.fields ->> ''email'');
      NEW.vouched_how := ''alone'';
      NEW.vouched_by := NEW.changed_by;
      NEW.vouched_at := NEW.changed_at;
    ELSE
      NEW.vouched_email := NULL;
      NEW.vouched_how := NULL;
      NEW.vouched_by := NULL;
      NEW.vouched_at := NULL;
    END IF;
    IF tg_op = ''UPDATE'' THEN
      -- What the old address opened stays closed, should it come back.
      UPDATE app.staff_links l SET expires_at = NEW.changed_at WHERE l.company_id = NEW.company_id AND l.person_id = NEW.id
        AND l.used_at IS NULL AND l.expires_at > NEW.changed_at;
      UPDATE app.staff_sessions s SET expires_at = NEW.changed_at WHERE s.company_id = NEW.company_id AND s.person_id = NEW.id
        AND s.expires_at > NEW.changed_at;
    END IF;
  END IF;
  RETURN NEW;
', '  IF tg_op = ''UPDATE'' AND ROW(NEW.vouched_email, NEW.vouched_how, NEW.vouched_at) IS DISTINCT FROM ROW(OLD.vouched_email, OLD.vouched_how, OLD.vouched_at) THEN
    RETURN NEW;
  END IF;
  NEW.ledger_index := v_ledger.size;
']);
SELECT pg_temp.rewrite('app.keep_changed_records', ARRAY['FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id;'],
  ARRAY['FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id AND o.version <> n.version;']);
-- A member's account has proved the address: it is enough that somebody else wrote it down as that person's.
SELECT pg_temp.rewrite('app.keep_acknowledgment', ARRAY['v_version record;', 'user_id, acknowledged_at, ledger_index)', 'p_at, v_ledger.size);',
  '  INSERT INTO app.acknowledgments'], ARRAY['v_version record; v_how text;', 'user_id, acknowledged_at, ledger_index, vouched)',
  'p_at, v_ledger.size, v_how);', '  v_how := coalesce(app.vouched_how(v_ledger.company, p_person), (SELECT ''another'' FROM app.address_written(v_ledger.company, p_person) w
    WHERE w.changed_by <> p_user AND app.person_of(w.changed_by) IS DISTINCT FROM p_person));
  IF v_how IS NULL THEN
    RAISE EXCEPTION ''nobody vouches for the address'' USING ERRCODE = ''23514'', CONSTRAINT = ''policy_address'';
  END IF;
  INSERT INTO app.acknowledgments']);
SELECT pg_temp.rewrite('app.acknowledge_forms', ARRAY['v_methods text[]; v_open integer[];', 'array_agg(f.method)
    INTO v_outcomes, v_people, v_policies, v_methods FROM', 'acknowledged_at, ledger_index)
      SELECT', 'p_at, v_size + x.n - 1
      FROM', 'AND k.person_id = v_people[i])'], ARRAY['v_methods text[]; v_vouched text[]; v_open integer[];',
  'array_agg(f.method), array_agg(f.vouched)
    INTO v_outcomes, v_people, v_policies, v_methods, v_vouched FROM', 'acknowledged_at, ledger_index, vouched)
      SELECT', 'p_at, v_size + x.n - 1, v_vouched[x.i]
      FROM', 'AND k.person_id = v_people[i] AND k.vouched IS NOT NULL)']);
SELECT pg_temp.rewrite('app.left_to_acknowledge', ARRAY['k.person_id = p_person)'], ARRAY['k.person_id = p_person AND k.vouched IS NOT NULL)']);
SELECT pg_temp.rewrite('app.staff_policies', ARRAY['AND k.sha256 = v.sha256'], ARRAY['AND k.sha256 = v.sha256 AND k.vouched IS NOT NULL']);
SELECT pg_temp.rewrite('app.staff_policy', ARRAY['AND k.sha256 = v.sha256', 'x.version_id = f.id
'], ARRAY['AND k.sha256 = v.sha256 AND k.vouched IS NOT NULL', 'x.version_id = f.id AND x.ended_at IS NULL
']);
SELECT pg_temp.rewrite('app.complete_quiz', ARRAY['passed, completed_at)', 'p_out_of * 4, p_now
'], ARRAY['passed, completed_at, vouched)', 'p_out_of * 4, p_now, app.vouched_how(q.company_id, q.person_id)
']);
SELECT pg_temp.rewrite('app.hold_undone', ARRAY['  IF OLD.undone_at'], ARRAY['  IF OLD.vouched IS NULL AND NEW.vouched IS NOT NULL AND NEW.undone_at IS NOT DISTINCT FROM OLD.undone_at THEN RETURN NEW; END IF;
  IF OLD.undone_at']);
SELECT pg_temp.rewrite('app.count_acknowledgment', ARRAY['  IF v_person.ended_at IS NOT NULL', 'a.id <> NEW.id AND'],
  ARRAY['  IF NEW.vouched IS NULL OR v_person.ended_at IS NOT NULL', 'a.id <> NEW.id AND a.vouched IS NOT NULL AND']);
SELECT pg_temp.rewrite('app.count_changed_people', ARRAY['a.person_id = m.id
'], ARRAY['a.person_id = m.id AND a.vouched IS NOT NULL
']);

SET LOCAL ROLE app_definer;
GRANT EXECUTE ON FUNCTION app.count_acknowledgment() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER count_vouched AFTER UPDATE OF vouched ON app.acknowledgments FOR EACH ROW WHEN (OLD.vouched IS NULL)
  EXECUTE FUNCTION app.count_acknowledgment();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.count_acknowledgment() FROM app_owner;
RESET ROLE;

-- What companies have by now: one owner or admin alone vouches for what they wrote, directories with the next run, others are asked.
LOCK TABLE app.records, app.acknowledgments, app.completions IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE app.records DISABLE TRIGGER USER;
ALTER TABLE app.completions DISABLE TRIGGER USER;
ALTER TABLE app.acknowledgments DISABLE TRIGGER USER;
UPDATE app.records r SET vouched_email = lower(r.fields ->> 'email'), vouched_how = 'alone', vouched_by = w.changed_by, vouched_at = w.changed_at
  FROM (SELECT p.company_id, p.id, x.changed_by, x.changed_at FROM app.records p CROSS JOIN LATERAL app.address_written(p.company_id, p.id) x
    WHERE p.register = 'people' AND p.fields ? 'email') w
  WHERE r.company_id = w.company_id AND r.id = w.id AND r.register = 'people' AND app.manages_alone(w.company_id, w.changed_by);
UPDATE app.acknowledgments a SET vouched = 'alone' FROM app.records r WHERE r.company_id = a.company_id AND r.id = a.person_id
  AND r.vouched_how = 'alone' AND a.acknowledged_at >= r.vouched_at;
UPDATE app.completions c SET vouched = 'alone' FROM app.records r WHERE r.company_id = c.company_id AND r.id = c.person_id
  AND c.source = 'quiz' AND r.vouched_how = 'alone' AND c.completed_at >= r.vouched_at;
ALTER TABLE app.records ENABLE TRIGGER USER;
ALTER TABLE app.completions ENABLE TRIGGER USER;
ALTER TABLE app.acknowledgments ENABLE TRIGGER USER;
DELETE FROM app.people_counts c WHERE c.policy_id IS NOT NULL;
INSERT INTO app.people_counts (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
  SELECT r.company_id, v.policy_id, a.sha256, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''),
    count(DISTINCT r.id)
  FROM app.acknowledgments a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
  JOIN app.records r ON r.company_id = a.company_id AND r.id = a.person_id
  WHERE a.vouched IS NOT NULL AND r.register = 'people' AND r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4, 5, 6;
