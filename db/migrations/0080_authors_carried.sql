-- What another person approved is theirs as well: who wrote it may approve what somebody else makes of it. Whoever wrote the very text still
-- approves it nowhere. And somebody past their last day is no second person of an address.
SET LOCAL ROLE app_owner;
-- Who changed this version itself, or what it was made from where nobody else approved that; NULL where it was not written down.
ALTER TABLE app.policy_versions ADD COLUMN editors uuid[];

SET LOCAL ROLE app_definer;

-- Who wrote any of a version: its authors, those of the same text, and what its base carries.
CREATE FUNCTION app.authors_of_version(p_company uuid, p_version uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_own record; v_base uuid;
BEGIN
  SELECT v.policy_id, v.number, v.sha256, v.authors INTO v_own FROM app.policy_versions v WHERE v.company_id = p_company AND v.id = p_version;
  SELECT v.id INTO v_base FROM app.policy_versions v WHERE v.company_id = p_company AND v.policy_id = v_own.policy_id
    AND v.number < v_own.number AND v.state IN ('in force', 'replaced') ORDER BY v.number DESC LIMIT 1;
  RETURN app.authors_of_text(p_company, v_own.sha256, v_own.authors || app.authors_carried(p_company, v_base));
END $$;

-- Who of them is an author of what is made from it: nobody once somebody who wrote none of it approved it.
CREATE FUNCTION app.authors_carried(p_company uuid, p_version uuid) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_authors uuid[];
BEGIN
  IF p_version IS NULL THEN RETURN '{}'; END IF;
  v_authors := app.authors_of_version(p_company, p_version);
  IF EXISTS (SELECT FROM app.policy_approvals a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
      AND v.revision = a.revision AND v.state IN ('in force', 'replaced')
    WHERE a.company_id = p_company AND a.version_id = p_version AND NOT a.alone AND a.approved_by <> ALL (v_authors)) THEN
    RETURN '{}';
  END IF;
  RETURN v_authors;
END $$;
-- Which identity providers are in scope, or that there is none, decides whether everyone was asked: policies are judged anew.
CREATE FUNCTION app.enqueue_scope() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.policies p WHERE p.company_id = NEW.company_id) THEN
    PERFORM app.enqueue_job('registers', NEW.company_id::text, NEW.company_id, clock_timestamp() + interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.authors_of_version(uuid, uuid), app.authors_carried(uuid, uuid), app.enqueue_scope() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enqueue_scope() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_scope AFTER INSERT ON app.scope_decisions FOR EACH ROW EXECUTE FUNCTION app.enqueue_scope();
CREATE TRIGGER enqueue_scope AFTER INSERT OR UPDATE OF removed_at ON app.systems FOR EACH ROW EXECUTE FUNCTION app.enqueue_scope();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_scope() FROM app_owner;
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
SELECT pg_temp.rewrite('app.hold_policy_version', ARRAY[
  'NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, ARRAY[NEW.changed_by] || coalesce((SELECT v.authors
      FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.policy_id = NEW.policy_id
      ORDER BY v.state = ''in force'' DESC, v.number DESC LIMIT 1), ''{}''));',
  'NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, OLD.authors || NEW.changed_by);'], ARRAY[
  'NEW.editors := ARRAY[NEW.changed_by] || app.authors_carried(NEW.company_id, (SELECT v.id
      FROM app.policy_versions v WHERE v.company_id = NEW.company_id AND v.policy_id = NEW.policy_id
      ORDER BY v.state = ''in force'' DESC, v.number DESC LIMIT 1));
    NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, NEW.editors);',
  'NEW.editors := ARRAY(SELECT DISTINCT e FROM unnest(coalesce(OLD.editors, OLD.authors) || NEW.changed_by) e ORDER BY e);
    NEW.authors := app.authors_of_text(NEW.company_id, NEW.sha256, NEW.editors);']);
SELECT pg_temp.rewrite('app.person_of', ARRAY['r.ended_at IS NULL'], ARRAY['app.is_active_person(r.company_id, r.id)']);
