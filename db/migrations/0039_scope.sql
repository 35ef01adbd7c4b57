-- The systems that a company runs or uses, and what it decided about them: which kinds it has none of, and which systems checks
-- leave out until a day. A connection brings its system by itself and never takes it away.
SET LOCAL ROLE app_owner;

CREATE TABLE app.systems (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (btrim(name) <> ''),
  -- Those of its provider, which src/domain/provider.ts declares, come on top.
  kinds text[] NOT NULL DEFAULT '{}',
  provider text,
  added_by uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Where the ledger stood, as of a decision: what an export says at its size, it says again later. -1: before this list was kept.
  ledger_index bigint NOT NULL DEFAULT -1,
  -- Added by mistake: no observation and no answer was ever about it.
  removed_at timestamptz,
  removed_by uuid,
  removed_index bigint,
  PRIMARY KEY (company_id, id),
  CHECK (cardinality(kinds) > 0 OR provider IS NOT NULL)
);
CREATE UNIQUE INDEX systems_one_name ON app.systems (company_id, lower(name)) WHERE removed_at IS NULL;

-- Of the rows about one kind or one system the one that the ledger knows last counts, until its day in UTC is over.
CREATE TABLE app.scope_decisions (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The company has none of this kind, or this system is out of scope.
  kind text,
  system_id uuid,
  -- False takes back what was declared.
  declared boolean NOT NULL,
  reason text NOT NULL DEFAULT '',
  until date,
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  -- Set by place_in_ledger, whatever was given.
  ledger_index bigint NOT NULL DEFAULT -1,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, system_id) REFERENCES app.systems,
  CHECK (num_nonnulls(kind, system_id) = 1),
  CHECK (declared = (until IS NOT NULL) AND declared = (btrim(reason) <> '')),
  CONSTRAINT scope_decisions_a_year CHECK (until BETWEEN (decided_at AT TIME ZONE 'UTC')::date
    AND (decided_at AT TIME ZONE 'UTC')::date + interval '1 year')
);
CREATE INDEX scope_decisions_latest ON app.scope_decisions (company_id, kind, system_id, ledger_index DESC);

ALTER TABLE app.connections ADD COLUMN system_id uuid, ADD FOREIGN KEY (company_id, system_id) REFERENCES app.systems;
CREATE INDEX connections_of_system ON app.connections (company_id, system_id);

SELECT app.protect(t) FROM unnest(ARRAY['app.systems', 'app.scope_decisions']::regclass[]) t;
SELECT app.append_only('app.systems', 'name', 'removed_at', 'removed_by', 'removed_index');
SELECT app.append_only('app.scope_decisions');

CREATE POLICY read ON app.systems FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.systems FOR SELECT TO app_auditor USING (true);
CREATE POLICY add ON app.systems FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND added_by = (SELECT app.uid()));
CREATE POLICY manage ON app.systems FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'))
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND (removed_at IS NULL OR removed_by = (SELECT app.uid())));
CREATE POLICY read ON app.scope_decisions FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.scope_decisions FOR SELECT TO app_auditor USING (true);
CREATE POLICY decide ON app.scope_decisions FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND decided_by = (SELECT app.uid()));

GRANT SELECT ON app.systems, app.scope_decisions TO app_user, app_auditor;
GRANT SELECT (system_id) ON app.connections TO app_auditor;
GRANT INSERT (company_id, id, name, kinds, provider, added_by, added_at) ON app.systems TO app_user;
GRANT UPDATE (name, removed_at, removed_by) ON app.systems TO app_user;
GRANT INSERT (company_id, id, kind, system_id, declared, reason, until, decided_by, decided_at) ON app.scope_decisions TO app_user;
GRANT INSERT ON app.systems TO app_definer;
-- For this migration alone: afterwards bring_system says it of a row that is being written.
GRANT UPDATE (system_id) ON app.connections TO app_definer;

-- Everybody of a company and its workers read its scope by this: systems with the sources that results about them name, and the
-- newest decision about each kind and system. p_size: as of the ledger's first entries; p_decided: decided until then; NULL is all.
CREATE FUNCTION app.scope_facts(p_company uuid, p_size bigint, p_decided timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'systems', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'kinds', s.kinds, 'provider', s.provider,
        'sources', (SELECT coalesce(jsonb_agg(DISTINCT k.source), '[]') FROM app.connections k
          WHERE k.company_id = s.company_id AND k.system_id = s.id AND k.source IS NOT NULL))
        ORDER BY s.added_at, s.id), '[]')
      FROM app.systems s WHERE s.company_id = p_company AND CASE WHEN p_size IS NULL THEN s.removed_at IS NULL
        ELSE s.ledger_index < p_size AND (s.removed_at IS NULL OR s.removed_index >= p_size) END),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.kind, d.system_id) d.kind, d.system_id, d.declared, d.reason, to_char(d.until, 'YYYY-MM-DD') AS until,
        d.decided_by, d.decided_at, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND (p_size IS NULL OR d.ledger_index < p_size)
        AND (p_decided IS NULL OR d.decided_at <= p_decided)
      ORDER BY d.kind, d.system_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$$;
GRANT EXECUTE ON FUNCTION app.scope_facts(uuid, bigint, timestamptz) TO app_user, app_auditor, app_definer;

SET LOCAL ROLE app_definer;

-- The same for a worker, of any company.
CREATE FUNCTION app.scope_of(p_company uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT app.scope_facts(p_company, NULL, NULL)$$;
GRANT EXECUTE ON FUNCTION app.scope_of(uuid) TO app_worker;

-- Whether something ever answered for a system, or may at any moment: it stays on the list then.
CREATE FUNCTION app.system_answered(p_company uuid, p_system uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_company AND k.system_id = p_system
    AND (k.state <> 'disconnected' OR EXISTS (SELECT FROM app.evidence e WHERE e.company_id = k.company_id AND e.filed_by = k.id)))
$$;

-- The systems of the caller's company that are or were connected: the connection that counts, and when the account was read last.
CREATE FUNCTION app.system_freshness() RETURNS TABLE (system_id uuid, connection_id uuid, state text, last_collected_at timestamptz,
  answered boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT ON (k.system_id) k.system_id, k.id, k.state, max(r.at) OVER (PARTITION BY k.system_id),
    app.system_answered(k.company_id, k.system_id)
  FROM app.connections k
  LEFT JOIN LATERAL (SELECT x.finished_at AS at FROM app.collection_runs x WHERE x.company_id = k.company_id AND x.connection_id = k.id
    AND x.state = 'done' ORDER BY x.slot DESC LIMIT 1) r ON true
  WHERE k.company_id = coalesce(app.tenant(), app.audited()) AND k.system_id IS NOT NULL
  ORDER BY k.system_id, k.state = 'disconnected', k.connected_at DESC
$$;
GRANT EXECUTE ON FUNCTION app.system_freshness() TO app_user, app_auditor;

-- Where the ledger stands when a system is added or removed. The lock makes the place exact; see app.place_in_ledger, which asks for a
-- person, where a connection can be written without one.
CREATE FUNCTION app.place_system() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_size bigint;
BEGIN
  SELECT h.size INTO v_size FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  IF tg_op = 'INSERT' THEN
    NEW.ledger_index := coalesce(v_size, -1);
    RETURN NEW;
  END IF;
  IF OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL THEN
    RAISE EXCEPTION 'a system is removed once' USING ERRCODE = '23514', CONSTRAINT = 'system_removed_once';
  END IF;
  IF app.system_answered(NEW.company_id, NEW.id) THEN
    RAISE EXCEPTION 'something answered for this system' USING ERRCODE = '23514', CONSTRAINT = 'system_answered';
  END IF;
  NEW.removed_index := coalesce(v_size, -1);
  RETURN NEW;
END $$;

-- A connected account is a system of the company: the one it was before, or the one that somebody added for this provider and that
-- nobody decided anything about, or a new one.
CREATE FUNCTION app.bring_system() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_name text;
BEGIN
  -- Two accounts that are connected at once would both take the place of the one that was added.
  PERFORM FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  SELECT k.system_id INTO NEW.system_id FROM app.connections k
    JOIN app.systems s ON s.company_id = k.company_id AND s.id = k.system_id AND s.removed_at IS NULL
    WHERE k.company_id = NEW.company_id AND k.provider = NEW.provider AND k.account_id = NEW.account_id AND k.id <> NEW.id
    ORDER BY k.connected_at DESC LIMIT 1;
  IF NEW.system_id IS NULL THEN
    SELECT min(s.id::text)::uuid INTO NEW.system_id FROM app.systems s
      WHERE s.company_id = NEW.company_id AND s.provider = NEW.provider AND s.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = s.company_id AND k.system_id = s.id)
        AND NOT EXISTS (SELECT FROM app.scope_decisions d WHERE d.company_id = s.company_id AND d.system_id = s.id)
      HAVING count(*) = 1;
  END IF;
  IF NEW.system_id IS NULL THEN
    v_name := left(coalesce(NEW.source, NEW.account_label, NEW.provider), 120);
    IF EXISTS (SELECT FROM app.systems s WHERE s.company_id = NEW.company_id AND lower(s.name) = lower(v_name) AND s.removed_at IS NULL) THEN
      v_name := format('%s (%s)', left(v_name, 100), left(NEW.id::text, 8));
    END IF;
    INSERT INTO app.systems (company_id, name, provider, added_by, added_at)
      VALUES (NEW.company_id, v_name, NEW.provider, coalesce(NEW.connected_by, NEW.created_by), NEW.connected_at)
      RETURNING id INTO NEW.system_id;
  END IF;
  RETURN NEW;
END $$;

-- What is connected, and what was: a connection that ended leaves its system in scope.
WITH accounts AS (
  SELECT DISTINCT ON (k.company_id, k.provider, coalesce(k.account_id, k.id::text)) k.*, gen_random_uuid() AS system
  FROM app.connections k WHERE k.connected_at IS NOT NULL
  ORDER BY k.company_id, k.provider, coalesce(k.account_id, k.id::text), k.connected_at DESC
), named AS (
  SELECT a.*, left(coalesce(a.source, a.account_label, a.provider), 120) AS name FROM accounts a
), brought AS (
  INSERT INTO app.systems (company_id, id, name, provider, added_by, added_at)
    SELECT a.company_id, a.system, CASE WHEN row_number() OVER (PARTITION BY a.company_id, lower(a.name) ORDER BY a.connected_at, a.id) = 1
        THEN a.name ELSE format('%s (%s)', left(a.name, 100), left(a.id::text, 8)) END,
      a.provider, coalesce(a.connected_by, a.created_by), a.connected_at FROM named a RETURNING company_id, id
)
UPDATE app.connections k SET system_id = a.system FROM accounts a JOIN brought b ON b.company_id = a.company_id AND b.id = a.system
  WHERE k.company_id = a.company_id AND k.provider = a.provider AND k.connected_at IS NOT NULL
    AND coalesce(k.account_id, k.id::text) = coalesce(a.account_id, a.id::text);

REVOKE EXECUTE ON FUNCTION app.scope_of(uuid), app.system_answered(uuid, uuid), app.system_freshness(), app.place_system(),
  app.bring_system() FROM PUBLIC;
-- A table's owner makes its triggers, for which the function must be theirs to run.
GRANT EXECUTE ON FUNCTION app.place_in_ledger(), app.place_system(), app.bring_system(), app.hold_limit() TO app_owner;
SET LOCAL ROLE app_owner;
REVOKE UPDATE (system_id) ON app.connections FROM app_definer;
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.scope_decisions FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER place_system BEFORE INSERT ON app.systems FOR EACH ROW EXECUTE FUNCTION app.place_system();
CREATE TRIGGER place_removal BEFORE UPDATE OF removed_at, removed_by, removed_index ON app.systems FOR EACH ROW
  WHEN ((OLD.removed_at, OLD.removed_by, OLD.removed_index) IS DISTINCT FROM (NEW.removed_at, NEW.removed_by, NEW.removed_index))
  EXECUTE FUNCTION app.place_system();
CREATE TRIGGER bring_system BEFORE INSERT OR UPDATE OF connected_at ON app.connections
  FOR EACH ROW WHEN (NEW.connected_at IS NOT NULL AND NEW.system_id IS NULL) EXECUTE FUNCTION app.bring_system();
CREATE TRIGGER limit_systems AFTER INSERT ON app.systems FOR EACH ROW EXECUTE FUNCTION app.hold_limit('systems');
RESET ROLE;
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.place_in_ledger(), app.place_system(), app.bring_system(), app.hold_limit() FROM app_owner;
CREATE OR REPLACE FUNCTION app.held(p_company uuid, p_key text)
RETURNS bigint
LANGUAGE plpgsql
STABLE SECURITY DEFINER
SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE p_key
    WHEN 'users' THEN (SELECT count(*) FROM app.company_members m WHERE m.company_id = p_company)
      + (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = p_company AND i.status = 'pending' AND i.role <> 'auditor' AND i.expires_at > now())
    WHEN 'frameworks' THEN (SELECT count(DISTINCT j.framework) FROM app.projects j WHERE j.company_id = p_company AND j.archived_at IS NULL)
    WHEN 'projects' THEN (SELECT count(*) FROM app.projects j WHERE j.company_id = p_company)
    WHEN 'matters' THEN (SELECT count(*) FROM app.matters m WHERE m.company_id = p_company)
    WHEN 'auditors' THEN (SELECT count(*) FROM app.auditors a WHERE a.company_id = p_company AND a.ended_at IS NULL AND a.ends_at > now())
      + (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = p_company AND i.status = 'pending' AND i.role = 'auditor' AND i.expires_at > now())
    WHEN 'connections' THEN (SELECT count(*) FROM app.connections k WHERE k.company_id = p_company AND k.state <> 'disconnected')
    WHEN 'apiTokens' THEN (SELECT count(*) FROM app.api_tokens t WHERE t.company_id = p_company AND t.revoked_at IS NULL
      AND t.pipeline_id IS NULL AND t.expires_at > now())
    WHEN 'webhooks' THEN (SELECT count(*) FROM app.webhooks w WHERE w.company_id = p_company)
    WHEN 'pipelines' THEN (SELECT count(*) FROM app.pipelines p WHERE p.company_id = p_company)
    WHEN 'systems' THEN (SELECT count(*) FROM app.systems s WHERE s.company_id = p_company AND s.removed_at IS NULL)
    WHEN 'mappings' THEN (SELECT count(*) FROM app.csv_mappings m WHERE m.company_id = p_company)
    -- An export that nobody fetches, and one whose reader has gone, is under way no longer (src/domain/export-run.ts).
    WHEN 'exportsAtOnce' THEN (SELECT count(*) FROM app.exports x WHERE x.company_id = p_company
      AND (x.state = 'waiting' AND x.created_at > now() - interval '1 hour' OR x.state = 'working' AND x.moved_at > now() - interval '15 minutes'))
    WHEN 'importsAtOnce' THEN (SELECT count(*) FROM app.imports i WHERE i.company_id = p_company AND i.state IN ('waiting', 'working'))
    END;
END $function$;
RESET ROLE;
