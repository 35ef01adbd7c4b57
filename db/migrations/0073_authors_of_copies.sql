-- Who wrote what was copied is an author of the copy; who may approve is sealed beside the policies; completions are numbered before they
-- are hashed; and somebody past their last day is not the second member of an address.
SET LOCAL ROLE app_owner;
CREATE INDEX policy_versions_of_text ON app.policy_versions (company_id, sha256);

SET LOCAL ROLE app_definer;

-- As in 0066. A version begins with the authors of the one that it was started from: the one in force, else the newest. A text that
-- another version has, whatever came of that one, is its authors' too.
CREATE OR REPLACE FUNCTION app.hold_policy_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'INSERT' THEN
    NEW.number := 1 + coalesce((SELECT max(v.number) FROM app.policy_versions v WHERE v.company_id = NEW.company_id
      AND v.policy_id = NEW.policy_id), 0);
    NEW.ledger_index := v_ledger.size;
    NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
    NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, ARRAY[NEW.changed_by] || coalesce((SELECT v.authors
      FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.policy_id = NEW.policy_id
      ORDER BY v.state = 'in force' DESC, v.number DESC LIMIT 1), '{}'));
    RETURN NEW;
  END IF;
  -- Only keep_policy_approval may: app_user has no right to this column.
  IF NEW.state <> OLD.state THEN RETURN NEW; END IF;
  IF OLD.state NOT IN ('draft', 'review') THEN
    RAISE EXCEPTION 'this version is closed' USING ERRCODE = '23514', CONSTRAINT = 'policy_version_closed';
  END IF;
  NEW.ledger_index := v_ledger.size;
  IF NEW.discarded_at IS NOT NULL THEN
    NEW.state := 'discarded';
    NEW.text := OLD.text;
    NEW.quorum := OLD.quorum;
    RETURN NEW;
  END IF;
  IF NEW.text <> OLD.text THEN
    NEW.sha256 := encode(sha256(convert_to(NEW.text, 'UTF8')), 'hex');
    NEW.revision := OLD.revision + 1;
    NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, OLD.authors || NEW.changed_by);
    -- Sent for approval in the same step where it was a draft: facts and tables have their values from then on.
    IF OLD.state = 'review' THEN NEW.quorum := NULL; END IF;
  END IF;
  NEW.state := CASE WHEN NEW.quorum IS NULL THEN 'draft' ELSE 'review' END;
  IF NEW.state = 'review' AND OLD.state = 'draft' AND app.document_reviewers() > 1
    AND NEW.quorum > app.policy_approvers(NEW.authors) OR NEW.quorum > 1 AND app.document_reviewers() = 1 THEN
    RAISE EXCEPTION 'so many cannot approve it' USING ERRCODE = '23514', CONSTRAINT = 'policy_quorum';
  END IF;
  RETURN NEW;
END $$;

-- These people, and whoever wrote the same text as another version, each once.
CREATE FUNCTION app.authors_of_text(p_company uuid, p_sha256 text, p_authors uuid[]) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT array_agg(DISTINCT a ORDER BY a) FROM (SELECT unnest(p_authors) AS a UNION ALL SELECT unnest(v.authors)
    FROM app.policy_versions v WHERE v.company_id = p_company AND v.sha256 = p_sha256) x
$$;

-- Who could approve a policy now, and since when they are members: for the company itself, which seals it.
CREATE FUNCTION app.approvers_now() RETURNS TABLE (user_id uuid, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.user_id, m.created_at FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND app.is_company_itself() AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member')
    AND b.disabled_at IS NULL ORDER BY m.user_id
$$;

-- The number that the next completion of the caller's company gets: nobody else takes it before this transaction ends.
CREATE FUNCTION app.next_completion() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_ledger record;
BEGIN
  SELECT l.company INTO v_ledger FROM app.lock_ledger() l;
  RETURN 1 + coalesce((SELECT c.number FROM app.completions c WHERE c.company_id = v_ledger.company ORDER BY c.number DESC LIMIT 1), 0);
END $$;

REVOKE EXECUTE ON FUNCTION app.authors_of_text(uuid, text, uuid[]), app.approvers_now(), app.next_completion() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.approvers_now() TO app_user;
GRANT EXECUTE ON FUNCTION app.next_completion() TO app_user, app_staff;
RESET ROLE;

CREATE OR REPLACE FUNCTION pg_temp.rewrite(p_function regproc, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> 1 THEN
    RAISE EXCEPTION '% does not have "%" once', p_function, p_from;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
-- What its author approved alone was approved by nobody else: an edit makes it somebody else's no more than before.
SELECT pg_temp.rewrite('app.hold_record', 'CASE WHEN OLD.approved_at IS NULL THEN OLD.authors END',
  'CASE WHEN OLD.approved_at IS NULL OR OLD.approved_alone THEN OLD.authors END');
-- Somebody past their last day is no second person of an address.
SELECT pg_temp.rewrite('app.my_person', 'AND r.ended_at IS NULL', 'AND app.is_active_person(r.company_id, r.id)');
