-- How much a company can have and make. The numbers are those of src/domain/limits.ts, which are written here whenever the
-- database is migrated; every way in meets them here: page, API, tokens, pipelines, workers. See docs/decisions/0039.
SET LOCAL ROLE app_owner;

-- most: NULL where the plan sets no limit. told: whether admins are told when it is nearly reached.
CREATE TABLE app.limits (
  key text NOT NULL,
  plan text NOT NULL REFERENCES app.plans,
  most bigint CHECK (most >= 0),
  holds text NOT NULL CHECK (holds IN ('at once', 'each hour', 'each day')),
  told boolean NOT NULL,
  PRIMARY KEY (key, plan)
);

-- What an operator set for one company in place of its plan's; most is NULL where it has no limit at all.
CREATE TABLE app.limit_overrides (
  company_id uuid NOT NULL REFERENCES app.companies,
  key text NOT NULL,
  most bigint CHECK (most >= 0),
  PRIMARY KEY (company_id, key)
);

-- How many companies an account may own, by its platform role, and what an operator set for one account.
CREATE TABLE app.owner_limits (
  platform_role text PRIMARY KEY CHECK (platform_role IN ('manager', 'admin')),
  most bigint NOT NULL CHECK (most >= 0)
);
ALTER TABLE app.account_bounds ADD COLUMN companies bigint CHECK (companies >= 0);
CREATE INDEX companies_by_owner ON app.companies (owner_id) WHERE deleted_at IS NULL;

-- Counters: what there may be millions of, and what is counted by the hour or day, from `period` on. Written under the company's
-- lock (its ledger's head), in the transaction that adds. level: how full it became in this period; told: what admins heard of.
CREATE TABLE app.usage (
  company_id uuid NOT NULL REFERENCES app.companies,
  key text NOT NULL,
  period timestamptz NOT NULL DEFAULT 'epoch',
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  level smallint NOT NULL DEFAULT 0 CHECK (level IN (0, 80, 100)),
  told smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, key)
);
CREATE INDEX usage_to_tell ON app.usage (company_id) WHERE level > told;

-- Bodies on their way: what each may still need of the company's room. One whose request died counts until expires_at.
CREATE TABLE app.reservations (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- Counted as sent in advance, in the hour that began at `hour`.
  sent bigint NOT NULL CHECK (sent >= 0),
  hour timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Set once the file was filed or given up: from then on its parts only wait to be swept.
ALTER TABLE app.uploads ADD COLUMN ended_at timestamptz;

SELECT app.protect(t) FROM unnest(ARRAY['app.limits', 'app.limit_overrides', 'app.owner_limits', 'app.usage', 'app.reservations']::regclass[]) t;
CREATE POLICY read ON app.limits FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.limits TO app_user, app_definer;
GRANT INSERT, UPDATE, DELETE ON app.limits TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.owner_limits TO app_definer;
GRANT INSERT, UPDATE ON app.limit_overrides TO app_definer;
GRANT INSERT, UPDATE ON app.usage, app.reservations TO app_definer;
GRANT UPDATE (ended_at) ON app.uploads TO app_definer;
GRANT UPDATE (companies) ON app.account_bounds TO app_definer;

-- What is there already counts. By the role that sees every company.
SET LOCAL ROLE app_definer;
INSERT INTO app.usage (company_id, key, used) SELECT e.company_id, 'items', count(*) FROM app.evidence e GROUP BY e.company_id
  UNION ALL SELECT e.company_id, 'bytes', sum(e.size) FROM app.evidence e GROUP BY e.company_id
  UNION ALL SELECT f.company_id, 'findings', count(*) FROM app.findings f GROUP BY f.company_id;
SET LOCAL ROLE app_owner;

-- How much the company may have of one thing; NULL without a limit.
CREATE FUNCTION app.limit_of(p_company uuid, p_key text) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_most bigint;
BEGIN
  SELECT CASE WHEN o.key IS NULL THEN l.most ELSE o.most END INTO STRICT v_most
    FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier AND l.key = p_key
    LEFT JOIN app.limit_overrides o ON o.company_id = c.id AND o.key = p_key WHERE c.id = p_company;
  RETURN v_most;
END $$;

-- When the hour or day began that the key is counted in, by UTC; the epoch where it is not counted by time.
CREATE FUNCTION app.limit_period(p_holds text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE p_holds WHEN 'each hour' THEN date_trunc('hour', clock_timestamp(), 'UTC')
    WHEN 'each day' THEN date_trunc('day', clock_timestamp(), 'UTC') ELSE 'epoch' END
$$;

-- Refuses with what the sentence needs (src/server/limits/refuse-limit.ts).
CREATE FUNCTION app.refuse_limit(p_company uuid, p_key text, p_used bigint, p_most bigint) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the limit on % is reached', p_key USING ERRCODE = 'EX429', CONSTRAINT = 'limit', DETAIL = json_build_object(
    'key', p_key, 'used', p_used, 'most', p_most,
    'plan', (SELECT c.subscription_tier FROM app.companies c WHERE c.id = p_company),
    'own', EXISTS (SELECT FROM app.limit_overrides o WHERE o.company_id = p_company AND o.key = p_key),
    'now', app.iso_instant(clock_timestamp()))::text;
END $$;

-- Adds to a counter and answers what is left, NULL without a limit; less than nothing where it is overdrawn, which the caller
-- refuses. The company's lock is held from here on.
CREATE FUNCTION app.spend(p_company uuid, p_key text, p_amount bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_holds text; v_told boolean; v_most bigint; v_period timestamptz; v_used bigint; v_level smallint;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  SELECT l.holds, l.told, CASE WHEN o.key IS NULL THEN l.most ELSE o.most END INTO STRICT v_holds, v_told, v_most
    FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier AND l.key = p_key
    LEFT JOIN app.limit_overrides o ON o.company_id = c.id AND o.key = p_key WHERE c.id = p_company;
  v_period := app.limit_period(v_holds);
  SELECT u.used + p_amount INTO v_used FROM app.usage u WHERE u.company_id = p_company AND u.key = p_key AND u.period = v_period;
  v_used := greatest(0, coalesce(v_used, p_amount));
  v_level := CASE WHEN NOT v_told OR v_most IS NULL OR v_used * 5 < v_most * 4 THEN 0 WHEN v_used >= v_most THEN 100 ELSE 80 END;
  INSERT INTO app.usage AS u (company_id, key, period, used, level) VALUES (p_company, p_key, v_period, v_used, v_level)
    ON CONFLICT (company_id, key) DO UPDATE SET period = excluded.period, used = excluded.used,
      level = CASE WHEN u.period = excluded.period THEN greatest(u.level, excluded.level) ELSE excluded.level END,
      told = CASE WHEN u.period = excluded.period THEN u.told ELSE 0 END;
  RETURN v_most - v_used;
END $$;

-- What there is now of what is counted in its rows, where a limit keeps them few.
CREATE FUNCTION app.held(p_company uuid, p_key text) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
    WHEN 'mappings' THEN (SELECT count(*) FROM app.csv_mappings m WHERE m.company_id = p_company)
    -- An export that nobody fetches, and one whose reader has gone, is under way no longer (src/domain/export-run.ts).
    WHEN 'exportsAtOnce' THEN (SELECT count(*) FROM app.exports x WHERE x.company_id = p_company
      AND (x.state = 'waiting' AND x.created_at > now() - interval '1 hour' OR x.state = 'working' AND x.moved_at > now() - interval '15 minutes'))
    WHEN 'importsAtOnce' THEN (SELECT count(*) FROM app.imports i WHERE i.company_id = p_company AND i.state IN ('waiting', 'working'))
    END;
END $$;

-- On a row that was added: what is there, or what was added in this hour or day, is counted under the company's lock, so that
-- whoever adds at the same time is counted, too. Several keys may hold for one row.
CREATE FUNCTION app.hold_limit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_key text; v_most bigint; v_left bigint; v_held bigint; v_level smallint;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  FOREACH v_key IN ARRAY tg_argv LOOP
    v_held := app.held(NEW.company_id, v_key);
    v_most := app.limit_of(NEW.company_id, v_key);
    IF v_held IS NULL THEN
      v_left := app.spend(NEW.company_id, v_key, 1);
      IF v_left < 0 THEN PERFORM app.refuse_limit(NEW.company_id, v_key, v_most, v_most); END IF;
      CONTINUE;
    END IF;
    IF v_held > v_most THEN PERFORM app.refuse_limit(NEW.company_id, v_key, v_held - 1, v_most); END IF;
    -- Told once, until it was below four fifths again.
    v_level := CASE WHEN v_held * 5 < v_most * 4 OR v_most IS NULL THEN 0 WHEN v_held >= v_most THEN 100 ELSE 80 END;
    IF v_level = 0 THEN
      DELETE FROM app.usage u WHERE u.company_id = NEW.company_id AND u.key = v_key;
    ELSIF (SELECT bool_and(l.told) FROM app.limits l WHERE l.key = v_key) THEN
      INSERT INTO app.usage AS u (company_id, key, used, level) VALUES (NEW.company_id, v_key, v_held, v_level)
        ON CONFLICT (company_id, key) DO UPDATE SET used = excluded.used, level = excluded.level, told = least(u.told, excluded.level);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Room that files on their way may still take, but for the reservation and the upload of this transaction.
CREATE FUNCTION app.bytes_on_their_way(p_company uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((SELECT sum(r.bytes) FROM app.reservations r WHERE r.company_id = p_company AND r.expires_at > clock_timestamp()
      AND r.id IS DISTINCT FROM nullif(current_setting('app.reservation', true), '')::uuid), 0)
    + coalesce((SELECT sum(u.size) FROM app.uploads u WHERE u.company_id = p_company AND u.ended_at IS NULL AND u.expires_at > clock_timestamp()), 0))::bigint
$$;

CREATE FUNCTION app.hold_evidence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_left bigint; v_most bigint;
BEGIN
  FOR v IN SELECT f.company_id, count(*) AS items, sum(f.size)::bigint AS bytes FROM filed f GROUP BY f.company_id LOOP
    v_left := app.spend(v.company_id, 'items', v.items);
    IF v_left < 0 THEN
      v_most := app.limit_of(v.company_id, 'items');
      PERFORM app.refuse_limit(v.company_id, 'items', v_most - v_left - v.items, v_most);
    END IF;
    v_left := app.spend(v.company_id, 'bytes', v.bytes);
    IF v_left - app.bytes_on_their_way(v.company_id) < 0 THEN
      v_most := app.limit_of(v.company_id, 'bytes');
      PERFORM app.refuse_limit(v.company_id, 'bytes', v_most - v_left - v.bytes, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION app.hold_findings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_left bigint; v_most bigint;
BEGIN
  FOR v IN SELECT f.company_id, count(*) AS findings FROM found f GROUP BY f.company_id LOOP
    v_left := app.spend(v.company_id, 'findings', v.findings);
    IF v_left < 0 THEN
      v_most := app.limit_of(v.company_id, 'findings');
      PERFORM app.refuse_limit(v.company_id, 'findings', v_most - v_left - v.findings, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- What ends something, and what says that something did not work, is recorded however full the record is: nobody keeps a right
-- because somebody wrote too much. The same list is in src/domain/limits.ts; a test compares them.
CREATE FUNCTION app.is_never_refused(p_event text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_event = ANY (ARRAY['apiToken.revoked', 'webhook.removed', 'pipeline.removed', 'mapping.removed', 'member.removed', 'member.left',
    'member.roleChanged', 'invitation.cancelled', 'audit.auditorEnded', 'connection.disconnected', 'connection.failed', 'import.failed',
    'export.cancelled', 'control.noteStruck', 'matter.personRemoved', 'matter.closed', 'company.policyChanged', 'company.transferred',
    'company.deletionRequested', 'company.deletionCancelled'])
$$;

-- Connections, auditors and everybody else are counted apart, so that none uses up what another needs. What the installation
-- itself writes is nobody's, and is not counted.
CREATE FUNCTION app.hold_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_role text := app.my_role(); v_key text; v_left bigint; v_most bigint;
BEGIN
  v_key := CASE WHEN v_role = 'collector' THEN 'collected' WHEN v_role IS NOT NULL THEN 'entries'
    WHEN app.audited() IS NOT NULL THEN 'looks' END;
  IF v_key IS NULL THEN RETURN NULL; END IF;
  FOR v IN SELECT a.company_id, count(*) AS entries FROM added a GROUP BY a.company_id LOOP
    v_left := app.spend(v.company_id, v_key, v.entries);
    IF v_left < 0 AND EXISTS (SELECT FROM added a WHERE a.company_id = v.company_id AND NOT app.is_never_refused(a.entry::jsonb ->> 't')) THEN
      v_most := app.limit_of(v.company_id, v_key);
      PERFORM app.refuse_limit(v.company_id, v_key, v_most - v_left - v.entries, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- A whole file that is sent in parts has its room from its first byte on.
CREATE FUNCTION app.hold_upload() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_most bigint := app.limit_of(NEW.company_id, 'bytes'); v_used bigint;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = NEW.company_id FOR UPDATE;
  SELECT u.used INTO v_used FROM app.usage u WHERE u.company_id = NEW.company_id AND u.key = 'bytes';
  v_used := coalesce(v_used, 0);
  IF v_used + app.bytes_on_their_way(NEW.company_id) > v_most THEN
    PERFORM app.refuse_limit(NEW.company_id, 'bytes', v_used, v_most);
  END IF;
  RETURN NULL;
END $$;

-- Room for a body that is about to arrive: of so many bytes, or of as many as there is room for where it does not say (at most
-- p_most). p_keeps: whether it takes up room itself; a part of a file does not, since the file has it. Answers how many may come.
CREATE FUNCTION app.reserve_bytes(p_id uuid, p_declared bigint, p_most bigint, p_keeps boolean) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v_hour timestamptz; v_bytes bigint; v_used bigint; v_sent bigint; v_left bigint; v_grant bigint;
BEGIN
  IF v_company IS NULL OR coalesce(app.my_role(), 'viewer') IN ('viewer', 'collector') THEN
    RAISE EXCEPTION 'not allowed to file evidence' USING ERRCODE = '42501';
  END IF;
  PERFORM FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  DELETE FROM app.reservations r WHERE r.company_id = v_company AND r.expires_at <= clock_timestamp();
  v_bytes := app.limit_of(v_company, 'bytes');
  SELECT coalesce(sum(u.used), 0) INTO v_used FROM app.usage u WHERE u.company_id = v_company AND u.key = 'bytes';
  v_left := CASE WHEN p_keeps THEN v_bytes - v_used - app.bytes_on_their_way(v_company) END;
  IF coalesce(p_declared, 1) > v_left THEN PERFORM app.refuse_limit(v_company, 'bytes', v_used, v_bytes); END IF;
  v_hour := app.limit_period('each hour');
  v_sent := app.limit_of(v_company, 'sent');
  SELECT coalesce(sum(u.used), 0) INTO v_used FROM app.usage u WHERE u.company_id = v_company AND u.key = 'sent' AND u.period = v_hour;
  IF v_used + coalesce(p_declared, 1) > v_sent THEN PERFORM app.refuse_limit(v_company, 'sent', v_used, v_sent); END IF;
  v_grant := coalesce(p_declared, least(p_most, v_left, v_sent - v_used));
  PERFORM app.spend(v_company, 'sent', v_grant);
  -- As long as a request may take (src/server/http/server.ts), and some more.
  INSERT INTO app.reservations (company_id, id, bytes, sent, hour, expires_at)
    VALUES (v_company, p_id, CASE WHEN p_keeps THEN v_grant ELSE 0 END, v_grant, v_hour, clock_timestamp() + interval '15 minutes');
  RETURN v_grant;
END $$;

-- The end of a reservation. What was announced and did not arrive was not sent.
CREATE FUNCTION app.release_bytes(p_id uuid, p_arrived bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v record;
BEGIN
  PERFORM FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  DELETE FROM app.reservations r WHERE r.company_id = v_company AND r.id = p_id RETURNING r.sent, r.hour INTO v;
  IF v.sent > p_arrived THEN
    UPDATE app.usage u SET used = greatest(0, u.used - (v.sent - p_arrived))
      WHERE u.company_id = v_company AND u.key = 'sent' AND u.period = v.hour;
  END IF;
END $$;

-- Who founds a company, or is handed one, owns no more than their account may. Two at once are counted one after the other.
CREATE FUNCTION app.hold_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_most bigint; v_owned bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('companies of ' || NEW.owner_id, 0));
  SELECT coalesce((SELECT b.companies FROM app.account_bounds b WHERE b.user_id = NEW.owner_id), l.most) INTO v_most
    FROM app.owner_limits l WHERE l.platform_role = CASE WHEN EXISTS (SELECT FROM app.platform_admins p WHERE p.id = NEW.owner_id) THEN 'admin' ELSE 'manager' END;
  SELECT count(*) INTO v_owned FROM app.companies c WHERE c.owner_id = NEW.owner_id AND c.deleted_at IS NULL AND c.id <> NEW.id;
  IF v_owned >= v_most THEN
    RAISE EXCEPTION 'this account owns % companies', v_owned USING ERRCODE = 'EX429', CONSTRAINT = 'limit',
      DETAIL = json_build_object('key', 'companies', 'used', v_owned, 'most', v_most)::text;
  END IF;
  RETURN NULL;
END $$;

SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.end_upload(p_id uuid, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$UPDATE app.uploads SET expires_at = p_now, ended_at = p_now WHERE company_id = app.tenant() AND id = p_id AND user_id = app.uid()$$;
-- The seats of a plan, the frameworks of its projects, and what is told of both, from the same table as everything else.
CREATE OR REPLACE FUNCTION app.hold_seats() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_limit bigint; v_taken bigint;
BEGIN
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  v_limit := app.limit_of(NEW.company_id, 'users');
  IF v_limit IS NULL THEN RETURN NULL; END IF;
  IF tg_argv[0] = 'invitations' THEN
    v_taken := app.held(NEW.company_id, 'users');
  ELSE
    SELECT count(*) INTO v_taken FROM app.company_members WHERE company_id = NEW.company_id;
  END IF;
  IF v_taken > v_limit THEN
    RAISE EXCEPTION 'the plan has % users', v_limit USING ERRCODE = 'EX402';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION app.hold_frameworks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_used text[];
BEGIN
  IF NEW.archived_at IS NOT NULL THEN RETURN NEW; END IF;
  PERFORM FROM app.companies c WHERE c.id = NEW.company_id FOR NO KEY UPDATE;
  SELECT coalesce(array_agg(DISTINCT framework), '{}') INTO v_used FROM app.projects
    WHERE company_id = NEW.company_id AND archived_at IS NULL AND id <> NEW.id;
  IF cardinality(v_used) = 0 OR NEW.framework = ANY (v_used) THEN RETURN NEW; END IF;
  IF NOT app.has_feature('multi-framework') THEN
    RAISE EXCEPTION 'this company has projects of one framework' USING ERRCODE = '23514', CONSTRAINT = 'projects_single_framework';
  END IF;
  IF cardinality(v_used) >= app.limit_of(NEW.company_id, 'frameworks') THEN
    RAISE EXCEPTION 'the plan goes no further' USING ERRCODE = '23514', CONSTRAINT = 'projects_framework_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION app.plan_usage(OUT users_limit integer, OUT members bigint, OUT invited bigint, OUT frameworks_limit integer,
  OUT frameworks bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.limit_of(c.id, 'users')::integer, (SELECT count(*) FROM app.company_members m WHERE m.company_id = c.id),
    (SELECT count(*) FROM app.company_invitations i WHERE i.company_id = c.id AND i.status = 'pending' AND i.role <> 'auditor' AND i.expires_at > now()),
    app.limit_of(c.id, 'frameworks')::integer, app.held(c.id, 'frameworks')
  FROM app.companies c WHERE c.id = app.tenant()
$$;

SET LOCAL ROLE app_owner;

-- Every limit of the company of this transaction with what is used; used is NULL where it is not the caller's to see. Privileged
-- items and matters are in no figure but the owner's, who sees every matter's name.
CREATE FUNCTION app.company_limits() RETURNS TABLE (key text, most bigint, used bigint, own boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.key, CASE WHEN o.key IS NULL THEN l.most ELSE o.most END,
    CASE WHEN l.key = 'matters' AND NOT app.keeps_matters() THEN NULL
      WHEN l.key IN ('items', 'bytes') AND NOT app.keeps_matters() THEN
        (SELECT coalesce(sum(CASE l.key WHEN 'items' THEN t.items ELSE t.bytes END), 0)::bigint FROM app.storage_totals t WHERE t.company_id = c.id)
      ELSE coalesce(app.held(c.id, l.key),
        (SELECT u.used FROM app.usage u WHERE u.company_id = c.id AND u.key = l.key AND u.period = app.limit_period(l.holds)), 0) END,
    o.key IS NOT NULL
  FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier
    LEFT JOIN app.limit_overrides o ON o.company_id = c.id AND o.key = l.key
  WHERE c.id = app.tenant()
$$;

-- Notes that something was refused, so that it is told; once for each period. For whom a company refuses something only.
CREATE FUNCTION app.note_refusal(p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v_period timestamptz;
BEGIN
  SELECT app.limit_period(l.holds) INTO v_period FROM app.companies c JOIN app.limits l ON l.plan = c.subscription_tier
    WHERE c.id = v_company AND l.key = p_key AND l.told;
  IF NOT FOUND OR EXISTS (SELECT FROM app.usage u WHERE u.company_id = v_company AND u.key = p_key AND u.period = v_period AND u.level = 100) THEN
    RETURN;
  END IF;
  PERFORM FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  INSERT INTO app.usage AS u (company_id, key, period, level) VALUES (v_company, p_key, v_period, 100)
    ON CONFLICT (company_id, key) DO UPDATE SET level = 100, used = CASE WHEN u.period = excluded.period THEN u.used ELSE 0 END,
      told = CASE WHEN u.period = excluded.period THEN u.told ELSE 0 END, period = excluded.period;
END $$;

-- For the worker: limits that became nearly full, or full, of which nothing is on the record yet. It writes that down, as the
-- installation itself, whom nothing refuses.
CREATE FUNCTION app.limits_to_tell() RETURNS TABLE (company_id uuid, key text, period timestamptz, level smallint, used bigint, most bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.company_id, u.key, u.period, u.level, coalesce(app.held(u.company_id, u.key), u.used), app.limit_of(u.company_id, u.key)
  FROM app.usage u JOIN app.companies c ON c.id = u.company_id AND c.deleted_at IS NULL WHERE u.level > u.told ORDER BY u.company_id, u.key LIMIT 100
$$;
CREATE FUNCTION app.tell_limit(p_company uuid, p_key text, p_level smallint, p_id uuid, p_event text, p_details text, p_salt bytea, p_commitment text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_at timestamptz; v_seq bigint;
BEGIN
  IF p_event NOT IN ('limit.near', 'limit.reached') OR p_id IS NULL OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_at FROM app.ledger_heads h
    WHERE h.company_id = p_company FOR UPDATE;
  UPDATE app.usage u SET told = p_level WHERE u.company_id = p_company AND u.key = p_key AND u.told < p_level AND u.level >= p_level;
  IF NOT FOUND THEN RETURN false; END IF;
  v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
    app.iso_instant(v_at), p_commitment, p_id, p_event)], 0, NULL);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
    VALUES (p_company, v_seq, p_event, '00000000-0000-0000-0000-000000000000', p_key, p_details, p_salt, v_at);
  RETURN true;
END $$;

-- Names, plans and numbers: what a platform admin sees of what companies use, the fullest first.
CREATE FUNCTION app.usage_of_companies() RETURNS TABLE (id uuid, name text, plan text, items bigint, bytes bigint, entries bigint, exports bigint,
  fullest text, fullest_share integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  RETURN QUERY SELECT c.id, c.name, c.subscription_tier,
      coalesce(max(x.used) FILTER (WHERE x.key = 'items'), 0), coalesce(max(x.used) FILTER (WHERE x.key = 'bytes'), 0),
      coalesce(max(x.used) FILTER (WHERE x.key = 'entries'), 0), coalesce(max(x.used) FILTER (WHERE x.key = 'exports'), 0),
      (array_agg(x.key ORDER BY x.share DESC NULLS LAST) FILTER (WHERE x.share > 0))[1], max(x.share)::integer
    FROM app.companies c LEFT JOIN LATERAL (
      SELECT u.key, u.used, u.used * 100 / nullif(app.limit_of(c.id, u.key), 0) AS share
      FROM app.usage u WHERE u.company_id = c.id AND u.period = (SELECT app.limit_period(l.holds) FROM app.limits l WHERE l.key = u.key LIMIT 1)) x ON true
    WHERE c.deleted_at IS NULL GROUP BY c.id ORDER BY max(x.share) DESC NULLS LAST, c.name LIMIT 200;
END $$;

-- Limits that had places of their own.
DROP TRIGGER limit_api_tokens ON app.api_tokens;
DROP TRIGGER limit_csv_mappings ON app.csv_mappings;
DROP TRIGGER limit_pipelines ON app.pipelines;
DROP FUNCTION app.limit_api_tokens();
DROP FUNCTION app.limit_csv_mappings();
DROP FUNCTION app.limit_pipelines();
-- The number of webhooks stood in the middle of another function; the rest of it stays as it is.
DO $$
DECLARE
  v_old text := pg_get_functiondef('app.begin_webhook()'::regprocedure);
  v_new text := regexp_replace(v_old, '\s+IF \(SELECT count\(\*\) FROM app\.webhooks w [^;]*?THEN\s+RAISE EXCEPTION ''too many webhooks''[^;]*;\s+END IF;', '');
BEGIN
  IF v_new = v_old THEN RAISE EXCEPTION 'app.begin_webhook has no limit to take out'; END IF;
  SET LOCAL ROLE app_definer;
  EXECUTE v_new;
  SET LOCAL ROLE app_owner;
END $$;

CREATE TRIGGER limit_evidence AFTER INSERT ON app.evidence REFERENCING NEW TABLE AS filed FOR EACH STATEMENT EXECUTE FUNCTION app.hold_evidence();
CREATE TRIGGER limit_findings AFTER INSERT ON app.findings REFERENCING NEW TABLE AS found FOR EACH STATEMENT EXECUTE FUNCTION app.hold_findings();
CREATE TRIGGER limit_entries AFTER INSERT ON app.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.hold_entries();
CREATE TRIGGER limit_uploads AFTER INSERT ON app.uploads FOR EACH ROW EXECUTE FUNCTION app.hold_upload();
CREATE TRIGGER limit_owner AFTER INSERT OR UPDATE OF owner_id ON app.companies FOR EACH ROW EXECUTE FUNCTION app.hold_owner();
CREATE TRIGGER limit_exports AFTER INSERT ON app.exports FOR EACH ROW EXECUTE FUNCTION app.hold_limit('exportsAtOnce', 'exports');
CREATE TRIGGER limit_imports AFTER INSERT ON app.imports FOR EACH ROW EXECUTE FUNCTION app.hold_limit('importsAtOnce', 'imports');
CREATE TRIGGER limit_notes AFTER INSERT ON app.control_notes FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
CREATE TRIGGER limit_notes AFTER INSERT ON app.audit_comments FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
CREATE TRIGGER limit_notes AFTER INSERT ON app.audit_requests FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
CREATE TRIGGER limit_notes AFTER INSERT ON app.audit_answers FOR EACH ROW EXECUTE FUNCTION app.hold_limit('notes');
CREATE TRIGGER limit_projects AFTER INSERT ON app.projects FOR EACH ROW EXECUTE FUNCTION app.hold_limit('projects');
CREATE TRIGGER limit_matters AFTER INSERT ON app.matters FOR EACH ROW EXECUTE FUNCTION app.hold_limit('matters');
CREATE TRIGGER limit_auditors AFTER INSERT ON app.auditors FOR EACH ROW EXECUTE FUNCTION app.hold_limit('auditors');
-- Each link is a mail, or may become one.
CREATE TRIGGER limit_invitations AFTER INSERT ON app.invitation_links FOR EACH ROW EXECUTE FUNCTION app.hold_limit('invitations');
CREATE TRIGGER limit_auditors AFTER INSERT ON app.company_invitations FOR EACH ROW WHEN (NEW.role = 'auditor') EXECUTE FUNCTION app.hold_limit('auditors');
CREATE TRIGGER limit_connections AFTER INSERT ON app.connections FOR EACH ROW EXECUTE FUNCTION app.hold_limit('connections');
CREATE TRIGGER limit_links AFTER INSERT ON app.link_attempts FOR EACH ROW EXECUTE FUNCTION app.hold_limit('links');
CREATE TRIGGER limit_collections AFTER INSERT ON app.collection_runs FOR EACH ROW WHEN (NEW.requested_by IS NOT NULL) EXECUTE FUNCTION app.hold_limit('collections');
CREATE TRIGGER limit_tokens AFTER INSERT ON app.api_tokens FOR EACH ROW WHEN (NEW.pipeline_id IS NULL) EXECUTE FUNCTION app.hold_limit('apiTokens');
CREATE TRIGGER limit_webhooks AFTER INSERT ON app.webhooks FOR EACH ROW EXECUTE FUNCTION app.hold_limit('webhooks');
CREATE TRIGGER limit_tests AFTER INSERT ON app.webhook_deliveries FOR EACH ROW WHEN (NEW.ledger_index IS NULL) EXECUTE FUNCTION app.hold_limit('webhookTests');
CREATE TRIGGER limit_pipelines AFTER INSERT ON app.pipelines FOR EACH ROW EXECUTE FUNCTION app.hold_limit('pipelines');
CREATE TRIGGER limit_mappings AFTER INSERT ON app.csv_mappings FOR EACH ROW EXECUTE FUNCTION app.hold_limit('mappings');

GRANT EXECUTE ON FUNCTION app.limit_of(uuid, text), app.limit_period(text), app.refuse_limit(uuid, text, bigint, bigint), app.spend(uuid, text, bigint),
  app.held(uuid, text), app.bytes_on_their_way(uuid), app.is_never_refused(text) TO app_definer;
GRANT EXECUTE ON FUNCTION app.reserve_bytes(uuid, bigint, bigint, boolean), app.release_bytes(uuid, bigint), app.company_limits(),
  app.note_refusal(text), app.usage_of_companies() TO app_user;
GRANT EXECUTE ON FUNCTION app.limits_to_tell(), app.tell_limit(uuid, text, smallint, uuid, text, text, bytea, text) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.limit_of(uuid, text) OWNER TO app_definer;
ALTER FUNCTION app.refuse_limit(uuid, text, bigint, bigint) OWNER TO app_definer;
ALTER FUNCTION app.spend(uuid, text, bigint) OWNER TO app_definer;
ALTER FUNCTION app.held(uuid, text) OWNER TO app_definer;
ALTER FUNCTION app.hold_limit() OWNER TO app_definer;
ALTER FUNCTION app.bytes_on_their_way(uuid) OWNER TO app_definer;
ALTER FUNCTION app.hold_evidence() OWNER TO app_definer;
ALTER FUNCTION app.hold_findings() OWNER TO app_definer;
ALTER FUNCTION app.hold_entries() OWNER TO app_definer;
ALTER FUNCTION app.hold_upload() OWNER TO app_definer;
ALTER FUNCTION app.reserve_bytes(uuid, bigint, bigint, boolean) OWNER TO app_definer;
ALTER FUNCTION app.release_bytes(uuid, bigint) OWNER TO app_definer;
ALTER FUNCTION app.hold_owner() OWNER TO app_definer;
ALTER FUNCTION app.company_limits() OWNER TO app_definer;
ALTER FUNCTION app.note_refusal(text) OWNER TO app_definer;
ALTER FUNCTION app.limits_to_tell() OWNER TO app_definer;
ALTER FUNCTION app.tell_limit(uuid, text, smallint, uuid, text, text, bytea, text) OWNER TO app_definer;
ALTER FUNCTION app.usage_of_companies() OWNER TO app_definer;
