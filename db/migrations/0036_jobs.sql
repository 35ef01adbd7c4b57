-- All background work stands in one table and is claimed in one way. See docs/decisions/0043.
SET LOCAL ROLE app_owner;

-- A job says which work waits and when it may be done; what the work is stands in the row that `key` names, never here. At most one
-- job of a kind has a key. A job is in one of four states: it waits for `run_at`; it waits for its turn (`turn`); somebody works on it
-- (`lease_until`); or it was given up (`dead_at`). What is done is deleted.
CREATE TABLE app.jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  key text NOT NULL,
  company_id uuid,
  -- Small ones first.
  priority smallint NOT NULL DEFAULT 1,
  -- Since when it is there, or since it was done last.
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  run_at timestamptz,
  turn bigint,
  attempts integer NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamptz,
  -- When it is to be done once more, asked while somebody works on it.
  again_at timestamptz,
  last_error text CHECK (last_error ~ '^[A-Za-z0-9 _.:-]{1,80}$'),
  dead_at timestamptz,
  discarded_at timestamptz,
  UNIQUE (kind, key),
  CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  CHECK (num_nonnulls(turn, lease_until, dead_at) <= 1),
  CHECK (run_at IS NOT NULL OR num_nonnulls(turn, lease_until, dead_at) = 1),
  CHECK (discarded_at IS NULL OR dead_at IS NOT NULL)
);
SELECT app.protect('app.jobs');
GRANT INSERT, UPDATE ON app.jobs TO app_definer;
CREATE INDEX jobs_in_line ON app.jobs (kind, priority, turn, created_at) WHERE turn IS NOT NULL;
CREATE INDEX jobs_of_company ON app.jobs (kind, priority, company_id, turn) WHERE turn IS NOT NULL;
CREATE INDEX jobs_later ON app.jobs (run_at) WHERE turn IS NULL AND lease_until IS NULL AND dead_at IS NULL;
CREATE INDEX jobs_running ON app.jobs (kind, company_id) WHERE lease_until IS NOT NULL;
CREATE INDEX jobs_dead ON app.jobs (dead_at) WHERE dead_at IS NOT NULL;

-- The place in line of a job that becomes due: behind the company's own, and beside the first of every other company. So companies
-- take turns, whatever each has waiting.
CREATE FUNCTION app.next_turn(p_kind text, p_priority smallint, p_company uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 1 + greatest(
    (SELECT max(j.turn) FROM app.jobs j WHERE j.kind = p_kind AND j.priority = p_priority AND j.company_id = p_company AND j.turn IS NOT NULL),
    (SELECT min(j.turn) - 1 FROM app.jobs j WHERE j.kind = p_kind AND j.priority = p_priority AND j.turn IS NOT NULL), 0)
$$;

-- Makes a job, or makes sure that the one there is runs after this transaction: called by triggers, in the transaction that makes the
-- work. p_at: not before; NULL is at once, whatever the clock. Processes that listen are woken when it commits.
CREATE FUNCTION app.enqueue_job(p_kind text, p_key text, p_company uuid, p_at timestamptz DEFAULT NULL, p_priority smallint DEFAULT 1)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v app.jobs;
BEGIN
  LOOP
    INSERT INTO app.jobs (kind, key, company_id, priority, run_at, turn)
      VALUES (p_kind, p_key, p_company, p_priority, p_at, CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, p_priority, p_company) END)
      ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    -- Held until this transaction ends: nobody claims a job before its work can be seen.
    SELECT * INTO v FROM app.jobs j WHERE j.kind = p_kind AND j.key = p_key FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    IF v.lease_until IS NOT NULL THEN
      UPDATE app.jobs j SET again_at = least(j.again_at, coalesce(p_at, '-infinity')) WHERE j.id = v.id;
      RETURN;
    END IF;
    -- It is in line, or a try of it failed: the next one does this work, too.
    IF v.turn IS NOT NULL OR v.dead_at IS NULL AND (v.attempts > 0 OR v.run_at <= p_at) THEN RETURN; END IF;
    UPDATE app.jobs j SET attempts = 0, last_error = NULL, dead_at = NULL, discarded_at = NULL, run_at = p_at,
        turn = CASE WHEN p_at IS NULL THEN app.next_turn(p_kind, v.priority, p_company) END
      WHERE j.id = v.id;
    EXIT;
  END LOOP;
  IF p_at IS NULL OR p_at <= clock_timestamp() + interval '1 second' THEN PERFORM pg_notify('jobs', p_kind); END IF;
END $$;

-- Claims jobs of these kinds, the first kinds first: of each as many as there are free places, at most so many of one company at once,
-- the last places only for companies that have none under way. A job whose lease has ended counts as waiting, or as given up when it was
-- begun often enough.
CREATE FUNCTION app.claim_jobs(p_now timestamptz, p_kinds text[], p_free integer[], p_lease_seconds integer[], p_per_company integer[],
  p_reserved integer[], p_attempts integer[])
RETURNS TABLE (id uuid, kind text, key text, company_id uuid, attempts integer, token uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE k record; v app.jobs; v_token uuid := gen_random_uuid(); v_left integer; v_most integer; v_busy uuid[];
BEGIN
  FOR v IN SELECT j.* FROM app.jobs j WHERE j.lease_until <= p_now AND j.kind = ANY (p_kinds) FOR UPDATE SKIP LOCKED LOOP
    IF v.attempts >= p_attempts[array_position(p_kinds, v.kind)] AND v.again_at IS NULL THEN
      UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, dead_at = p_now, last_error = coalesce(j.last_error, 'interrupted') WHERE j.id = v.id;
    ELSE
      UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, again_at = NULL, turn = app.next_turn(v.kind, v.priority, v.company_id),
        attempts = CASE WHEN v.again_at IS NULL THEN j.attempts ELSE 0 END WHERE j.id = v.id;
    END IF;
  END LOOP;
  FOR v IN SELECT j.* FROM app.jobs j WHERE j.turn IS NULL AND j.lease_until IS NULL AND j.dead_at IS NULL AND j.run_at <= p_now
      AND j.kind = ANY (p_kinds) ORDER BY j.run_at, j.created_at LIMIT 1000 FOR UPDATE SKIP LOCKED LOOP
    UPDATE app.jobs j SET turn = app.next_turn(v.kind, v.priority, v.company_id) WHERE j.id = v.id;
  END LOOP;
  FOR k IN SELECT x.* FROM unnest(p_kinds, p_free, p_lease_seconds, p_per_company, p_reserved)
      WITH ORDINALITY x (kind, free, lease, per_company, reserved, place)
      WHERE x.free > 0 AND EXISTS (SELECT FROM app.jobs j WHERE j.kind = x.kind AND j.turn IS NOT NULL) ORDER BY x.place LOOP
    v_left := k.free;
    WHILE v_left > 0 LOOP
      v_most := CASE WHEN v_left <= k.reserved THEN 1 ELSE k.per_company END;
      v_busy := CASE WHEN v_most IS NULL THEN '{}'::uuid[] ELSE ARRAY(SELECT j.company_id FROM app.jobs j WHERE j.kind = k.kind
        AND j.lease_until IS NOT NULL AND j.company_id IS NOT NULL GROUP BY j.company_id HAVING count(*) >= v_most) END;
      RETURN QUERY UPDATE app.jobs j SET turn = NULL, lease_token = v_token, lease_until = p_now + make_interval(secs => k.lease),
          attempts = j.attempts + 1
        WHERE j.id = (SELECT x.id FROM app.jobs x WHERE x.kind = k.kind AND x.turn IS NOT NULL
            AND (x.company_id IS NULL OR x.company_id <> ALL (v_busy))
          ORDER BY x.priority, x.turn, x.created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING j.id, j.kind, j.key, j.company_id, j.attempts, j.lease_token;
      EXIT WHEN NOT FOUND;
      v_left := v_left - 1;
    END LOOP;
  END LOOP;
END $$;

-- Says that the job is worked on until then; false when it is somebody else's by now.
CREATE FUNCTION app.keep_job(p_id uuid, p_token uuid, p_until timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.jobs j SET lease_until = p_until WHERE j.id = p_id AND j.lease_token = p_token;
  RETURN FOUND;
END $$;

-- Ends a job that was done. It stays, for later, when p_next says when or when it was asked for meanwhile.
CREATE FUNCTION app.finish_job(p_id uuid, p_token uuid, p_now timestamptz, p_next timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v app.jobs; v_next timestamptz;
BEGIN
  SELECT * INTO v FROM app.jobs j WHERE j.id = p_id AND j.lease_token = p_token FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  v_next := least(v.again_at, p_next);
  IF v_next IS NULL THEN
    DELETE FROM app.jobs j WHERE j.id = p_id;
    RETURN true;
  END IF;
  UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, again_at = NULL, attempts = 0, last_error = NULL, run_at = v_next,
    created_at = clock_timestamp(), turn = CASE WHEN v_next <= p_now THEN app.next_turn(v.kind, v.priority, v.company_id) END
    WHERE j.id = p_id;
  RETURN true;
END $$;

-- Notes that a try failed: it is tried again at p_next, or given up without one.
CREATE FUNCTION app.fail_job(p_id uuid, p_token uuid, p_now timestamptz, p_next timestamptz, p_error text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- What was asked for meanwhile keeps it alive.
  UPDATE app.jobs j SET lease_token = NULL, lease_until = NULL, again_at = NULL, last_error = p_error,
      run_at = coalesce(p_next, j.again_at, j.run_at), dead_at = CASE WHEN p_next IS NULL AND j.again_at IS NULL THEN p_now END,
      attempts = CASE WHEN p_next IS NULL AND j.again_at IS NOT NULL THEN 0 ELSE j.attempts END
    WHERE j.id = p_id AND j.lease_token = p_token;
  RETURN FOUND;
END $$;

-- One job for each kind that is done again and again. Those that are there stay as they are.
CREATE FUNCTION app.schedule_jobs(p_kinds text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.jobs (kind, key, run_at) SELECT k, '', '-infinity' FROM unnest(p_kinds) k ON CONFLICT DO NOTHING
$$;

-- What platform admins see of it: how much of each kind is due, under way, waiting for another try, and given up. `failed` adds what
-- ended badly in the last day where people see it themselves: webhooks, imports, collections.
DROP FUNCTION app.queues();
CREATE FUNCTION app.job_queues(p_now timestamptz)
RETURNS TABLE (queue text, waiting bigint, running bigint, retrying bigint, failed bigint, dead bigint, oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH failed (kind, failed) AS (
    SELECT 'imports', count(*) FROM app.imports WHERE state = 'failed' AND finished_at > p_now - interval '1 day'
    UNION ALL SELECT 'webhooks', count(*) FROM app.webhook_deliveries WHERE state = 'failed' AND tried_at > p_now - interval '1 day'
    UNION ALL SELECT 'collections', count(*) FROM app.collection_runs WHERE state = 'failed' AND finished_at > p_now - interval '1 day'
  ), counted AS (
    SELECT j.kind, count(*) FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS waiting,
      count(*) FILTER (WHERE j.lease_until IS NOT NULL) AS running,
      count(*) FILTER (WHERE x.later AND j.run_at > p_now AND j.attempts > 0) AS retrying,
      count(*) FILTER (WHERE j.dead_at IS NOT NULL AND j.discarded_at IS NULL) AS dead,
      min(CASE WHEN j.run_at > '-infinity' THEN j.run_at ELSE j.created_at END)
        FILTER (WHERE j.turn IS NOT NULL OR x.later AND j.run_at <= p_now) AS oldest
    FROM app.jobs j CROSS JOIN LATERAL (SELECT num_nonnulls(j.turn, j.lease_until, j.dead_at) = 0 AS later) x GROUP BY j.kind
  )
  SELECT kind, coalesce(c.waiting, 0), coalesce(c.running, 0), coalesce(c.retrying, 0), coalesce(f.failed, 0), coalesce(c.dead, 0), c.oldest
    FROM counted c FULL JOIN failed f USING (kind) WHERE (SELECT app.is_platform_admin())
$$;

-- What was given up, the newest first. No company is named.
CREATE FUNCTION app.dead_jobs() RETURNS TABLE (id uuid, kind text, key text, attempts integer, error text, dead_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT j.id, j.kind, j.key, j.attempts, coalesce(j.last_error, 'unknown'), j.dead_at FROM app.jobs j
  WHERE j.dead_at IS NOT NULL AND j.discarded_at IS NULL AND (SELECT app.is_platform_admin()) ORDER BY j.dead_at DESC, j.id LIMIT 100
$$;

-- Has a job that was given up done from its first try on. Answers its kind; NULL when there is none.
CREATE FUNCTION app.retry_job(p_id uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v app.jobs;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  SELECT * INTO v FROM app.jobs j WHERE j.id = p_id AND j.dead_at IS NOT NULL AND j.discarded_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE app.jobs j SET attempts = 0, dead_at = NULL, turn = app.next_turn(v.kind, v.priority, v.company_id) WHERE j.id = p_id;
  PERFORM pg_notify('jobs', v.kind);
  RETURN v.kind;
END $$;

-- Says that nobody wants it done any more. It is kept a while, so that it is not found again. Answers its kind; NULL when there is none.
CREATE FUNCTION app.discard_job(p_id uuid, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_kind text;
BEGIN
  IF NOT app.is_platform_admin() THEN RAISE EXCEPTION 'not a platform admin' USING ERRCODE = '42501'; END IF;
  UPDATE app.jobs j SET discarded_at = p_now WHERE j.id = p_id AND j.dead_at IS NOT NULL AND j.discarded_at IS NULL RETURNING j.kind INTO v_kind;
  RETURN v_kind;
END $$;

CREATE FUNCTION app.forget_old_jobs(p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.jobs WHERE dead_at < p_now - interval '90 days'
$$;

-- A row that is work: the arguments are the kind, the column of the key, the priority, and the column of when, with what is added to it.
CREATE FUNCTION app.enqueue_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v jsonb := to_jsonb(NEW);
BEGIN
  PERFORM app.enqueue_job(TG_ARGV[0], v ->> TG_ARGV[1], (v ->> 'company_id')::uuid,
    (v ->> TG_ARGV[3])::timestamptz + coalesce(TG_ARGV[4], '0')::interval, coalesce(TG_ARGV[2], '1')::smallint);
  RETURN NULL;
END $$;

-- Mails. What somebody waits for in front of a form comes before what was told by the way.
ALTER TABLE app.outbox DROP COLUMN attempts, DROP COLUMN next_try_at;
CREATE INDEX outbox_unsent ON app.outbox (created_at) WHERE sent_at IS NULL;
CREATE TRIGGER enqueue_urgent AFTER INSERT ON app.outbox FOR EACH ROW WHEN (current_user = 'app_auth') EXECUTE FUNCTION app.enqueue_row('mail', 'id', '0');
CREATE TRIGGER enqueue AFTER INSERT ON app.outbox FOR EACH ROW WHEN (current_user <> 'app_auth') EXECUTE FUNCTION app.enqueue_row('mail', 'id', '1');

-- Links that people ask for.
GRANT SELECT (id) ON auth.link_requests TO app_definer;
CREATE TRIGGER enqueue AFTER INSERT ON auth.link_requests FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('links', 'id');

-- Webhooks: a job for each receiver, so that it gets one delivery at a time, in their order.
ALTER TABLE app.webhooks DROP COLUMN busy_until, DROP COLUMN served_at;
CREATE FUNCTION app.enqueue_deliveries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT d.company_id, d.webhook_id, min(d.next_try_at) AS at FROM fresh d WHERE d.state = 'waiting'
      GROUP BY d.company_id, d.webhook_id ORDER BY d.webhook_id LOOP
    PERFORM app.enqueue_job('webhooks', v.webhook_id::text, v.company_id, v.at);
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION app.enqueue_changed_deliveries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  FOR v IN SELECT d.company_id, d.webhook_id, min(d.next_try_at) AS at FROM fresh d JOIN stale s ON s.company_id = d.company_id AND s.id = d.id
      WHERE d.state = 'waiting' AND (s.state, s.next_try_at) IS DISTINCT FROM (d.state, d.next_try_at)
      GROUP BY d.company_id, d.webhook_id ORDER BY d.webhook_id LOOP
    PERFORM app.enqueue_job('webhooks', v.webhook_id::text, v.company_id, v.at);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER enqueue_new AFTER INSERT ON app.webhook_deliveries REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_deliveries();
CREATE TRIGGER enqueue_changed AFTER UPDATE ON app.webhook_deliveries REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION app.enqueue_changed_deliveries();
CREATE TRIGGER enqueue AFTER UPDATE OF active ON app.webhooks FOR EACH ROW WHEN (NEW.active AND NOT OLD.active)
  EXECUTE FUNCTION app.enqueue_row('webhooks', 'id');

DROP FUNCTION app.claim_webhook_delivery(timestamptz, integer);
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.finish_webhook_attempt(p_company uuid, p_id uuid, p_attempt integer, p_delivered boolean, p_next timestamp with time zone, p_now timestamp with time zone, p_status integer, p_duration_ms integer, p_answer text, p_problem text)
 RETURNS TABLE(url text, company text, failing_since timestamp with time zone, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v_webhook uuid;
BEGIN
  UPDATE app.webhook_deliveries d SET tried_at = p_now, status = p_status, duration_ms = p_duration_ms, answer = p_answer,
      problem = p_problem, next_try_at = coalesce(p_next, d.next_try_at),
      state = CASE WHEN p_delivered THEN 'delivered' WHEN p_next IS NULL THEN 'failed' ELSE 'waiting' END
    WHERE d.company_id = p_company AND d.id = p_id AND d.attempts = p_attempt RETURNING d.webhook_id INTO v_webhook;
  IF v_webhook IS NULL THEN RETURN; END IF;
  UPDATE app.webhooks w SET failing_since = CASE WHEN p_delivered THEN NULL ELSE coalesce(w.failing_since, p_now) END
    WHERE w.company_id = p_company AND w.id = v_webhook;
  UPDATE app.webhooks w SET active = false, turned_off_at = p_now
    WHERE w.company_id = p_company AND w.id = v_webhook AND w.active AND w.failing_since <= p_now - interval '5 days';
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.webhook_deliveries d SET state = 'failed'
    WHERE d.company_id = p_company AND d.webhook_id = v_webhook AND d.state = 'waiting';
  RETURN QUERY SELECT w.url, c.name, w.failing_since, u.email, p.first_name, p.last_name
    FROM app.webhooks w JOIN app.companies c ON c.id = w.company_id
    JOIN app.company_members m ON m.company_id = w.company_id AND m.status = 'active'
      AND (m.role = 'owner' OR m.user_id = w.created_by AND m.role = 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE w.company_id = p_company AND w.id = v_webhook;
END $$;
SET LOCAL ROLE app_owner;
-- The delivery that a receiver gets next, begun once more; nothing when none is due.
CREATE FUNCTION app.begin_webhook_attempt(p_company uuid, p_webhook uuid, p_now timestamptz)
RETURNS TABLE (id uuid, url text, sealed_secret bytea, old_sealed_secret bytea, payload text, attempts integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.webhook_deliveries d SET attempts = d.attempts + 1 FROM app.webhooks w, app.companies c
  WHERE d.company_id = p_company AND d.id = (SELECT x.id FROM app.webhook_deliveries x WHERE x.company_id = p_company AND x.webhook_id = p_webhook
      AND x.state = 'waiting' AND x.next_try_at <= p_now ORDER BY x.next_try_at, x.ledger_index LIMIT 1 FOR NO KEY UPDATE)
    AND w.company_id = p_company AND w.id = p_webhook AND w.active AND c.id = p_company AND c.deleted_at IS NULL
  RETURNING d.id, w.url, w.sealed_secret, CASE WHEN w.old_secret_until > p_now THEN w.old_sealed_secret END, d.payload, d.attempts
$$;
-- When a receiver gets something next; NULL when nothing waits or it is turned off.
CREATE FUNCTION app.next_webhook_attempt(p_company uuid, p_webhook uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.next_try_at FROM app.webhook_deliveries d JOIN app.webhooks w ON w.company_id = d.company_id AND w.id = d.webhook_id AND w.active
  WHERE d.company_id = p_company AND d.webhook_id = p_webhook AND d.state = 'waiting' ORDER BY d.next_try_at LIMIT 1
$$;

-- What a ledger's growth is followed by: controls are judged, webhooks and members are told.
ALTER TABLE app.judgements DROP COLUMN claimed_until;
CREATE TRIGGER enqueue_judgement AFTER INSERT OR UPDATE OF size ON app.ledger_heads FOR EACH ROW WHEN (NEW.size > 0)
  EXECUTE FUNCTION app.enqueue_row('standings', 'company_id');
CREATE TRIGGER enqueue_feed AFTER INSERT OR UPDATE OF size ON app.ledger_heads FOR EACH ROW WHEN (NEW.size > 0)
  EXECUTE FUNCTION app.enqueue_row('feed', 'company_id');

DROP FUNCTION app.claim_judgements(timestamptz, integer, integer);
-- Whether a company's controls are to be judged now, and otherwise when; nothing for a company that is closed.
CREATE FUNCTION app.judgement_due(p_company uuid, p_now timestamptz) RETURNS TABLE (due boolean, next_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO app.judgements (company_id) SELECT h.company_id FROM app.ledger_heads h
    WHERE h.company_id = p_company AND h.size > 0 ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT (j.version = 0 OR h.size > j.ledger_size OR j.next_at <= p_now) AND NOT x.behind,
      CASE WHEN x.behind THEN j.judged_at ELSE j.next_at END
    FROM app.judgements j JOIN app.ledger_heads h ON h.company_id = j.company_id
    JOIN app.companies c ON c.id = j.company_id AND c.deleted_at IS NULL
    -- A clock that is a little behind waits until it has caught up, and takes back nothing that another one judged.
    CROSS JOIN LATERAL (SELECT coalesce(j.judged_at > p_now AND j.judged_at <= p_now + interval '5 minutes', false) AS behind) x
    WHERE j.company_id = p_company;
END $$;
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.record_judgement(p_company uuid, p_now timestamp with time zone, p_version bigint, p_size bigint, p_next timestamp with time zone, p_standings jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE v record; v_size bigint := p_size; v_head bigint; v_at timestamptz; v_seq bigint;
BEGIN
  PERFORM FROM app.judgements j WHERE j.company_id = p_company AND j.version = p_version FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR v IN SELECT x.*, s.status AS was FROM jsonb_to_recordset(p_standings) x (control_id text, status text, reason text,
        holds_until timestamptz, rests_on bigint, tested_at timestamptz, expiring boolean, act_id uuid, details text, salt text, commitment text)
      LEFT JOIN app.control_standings s ON s.company_id = p_company AND s.control_id = x.control_id ORDER BY x.control_id LOOP
    v_seq := NULL;
    IF v.was <> v.status THEN
      IF v_at IS NULL THEN
        SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_head, v_at
          FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
      END IF;
      IF v.act_id IS NULL OR v.details IS NULL OR v.salt IS NULL OR coalesce(v.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
        RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
      END IF;
      v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
        app.iso_instant(v_at), v.commitment, v.act_id, app.event_of_status(v.status))], 0, NULL);
      INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at) VALUES (p_company, v_seq,
        app.event_of_status(v.status), '00000000-0000-0000-0000-000000000000', v.control_id, v.details, decode(v.salt, 'base64'), v_at);
      -- Its own entries do not make a company due again; those that others appended meanwhile do.
      v_size := CASE WHEN v_seq = v_size THEN v_size + 1 ELSE v_size END;
    END IF;
    IF v.was IS DISTINCT FROM v.status THEN
      INSERT INTO app.control_changes (company_id, control_id, at, status, reason, was, ledger_index)
        VALUES (p_company, v.control_id, p_now, v.status, v.reason, v.was, v_seq);
    END IF;
    INSERT INTO app.control_standings AS s (company_id, control_id, status, reason, since, holds_until, rests_on, tested_at, judged_at)
      VALUES (p_company, v.control_id, v.status, v.reason, p_now, v.holds_until, v.rests_on, v.tested_at, p_now)
      ON CONFLICT (company_id, control_id) DO UPDATE SET (status, reason, since, holds_until, rests_on, tested_at, judged_at) =
        (excluded.status, excluded.reason, CASE WHEN s.status = excluded.status THEN s.since ELSE excluded.since END,
        excluded.holds_until, excluded.rests_on, excluded.tested_at, excluded.judged_at)
      WHERE (s.status, s.reason, s.holds_until, s.rests_on, s.tested_at)
        IS DISTINCT FROM (excluded.status, excluded.reason, excluded.holds_until, excluded.rests_on, excluded.tested_at);
    PERFORM app.follow_incident(p_company, p_now, v.control_id, v.was, v.status, v.reason, v.expiring,
      CASE WHEN v.status = 'passing' THEN v.holds_until END, CASE WHEN v.status = 'passing' THEN v.rests_on END);
  END LOOP;
  UPDATE app.judgements j SET ledger_size = v_size, judged_at = p_now, next_at = p_next, version = p_version + 1
    WHERE j.company_id = p_company;
  RETURN true;
END $$;
SET LOCAL ROLE app_owner;

DROP FUNCTION app.feed_ledgers(timestamptz, integer, text[], text[], boolean[], text[], text[]);
CREATE FUNCTION app.feed_ledger(p_company uuid, p_now timestamp with time zone, p_batch integer, p_events text[], p_kinds text[], p_to_actor boolean[], p_default_kinds text[], p_untold text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE v record; v_to bigint; v_read bigint := 0;
BEGIN
  INSERT INTO app.ledger_feeds (company_id) SELECT h.company_id FROM app.ledger_heads h WHERE h.company_id = p_company ON CONFLICT DO NOTHING;
  FOR v IN SELECT f.company_id, f.next_entry, h.size FROM app.ledger_feeds f JOIN app.ledger_heads h ON h.company_id = f.company_id
      WHERE f.company_id = p_company AND f.next_entry < h.size FOR UPDATE OF f LOOP
    v_to := least(v.size, v.next_entry + p_batch);
    INSERT INTO app.webhook_deliveries (company_id, webhook_id, ledger_index, event, payload, created_at, next_try_at)
      SELECT v.company_id, w.id, e.seq, x.event, app.webhook_payload(x.event, x.entry ->> 'at', v.company_id, e.seq,
        coalesce(a.subject, i.id::text), CASE WHEN i.number IS NOT NULL THEN 'EX-' || lpad(i.number::text, greatest(6, length(i.number::text)), '0') END, i.name), p_now, p_now
      FROM app.webhooks w
      -- Nothing of a matter is told to anybody from here.
      JOIN app.ledger_entries e ON e.company_id = w.company_id AND e.matter_id IS NULL AND e.seq >= greatest(w.first_entry, v.next_entry) AND e.seq < v_to
      CROSS JOIN LATERAL (SELECT e.entry::jsonb AS entry, e.entry::jsonb ->> 't' AS event) x
      LEFT JOIN app.ledger_acts a ON a.company_id = e.company_id AND a.seq = e.seq
      LEFT JOIN app.evidence i ON x.event = 'evidence.filed' AND i.company_id = e.company_id AND i.id = (x.entry ->> 'id')::uuid
      WHERE w.company_id = v.company_id AND w.active AND (w.events = ARRAY['*'] OR x.event = ANY (w.events))
        AND x.event <> ALL (p_untold)
      ON CONFLICT DO NOTHING;
    INSERT INTO app.alerts (company_id, user_id, ledger_index, kind, at, daily)
      SELECT v.company_id, m.user_id, a.seq, k.kind, a.at, coalesce(p.daily, false)
      FROM app.ledger_acts a
      JOIN unnest(p_events, p_kinds, p_to_actor) k (event, kind, to_actor) ON k.event = a.event
      JOIN app.company_members m ON m.company_id = a.company_id AND m.status = 'active' AND m.created_at <= a.at
        AND (k.to_actor OR m.user_id <> a.actor_id)
      JOIN app.companies c ON c.id = a.company_id AND c.deleted_at IS NULL
        -- Who lacks the second factor that the company asks for is told no more by mail than by the page.
        AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
      LEFT JOIN app.alert_preferences p ON p.company_id = a.company_id AND p.user_id = m.user_id AND p.kind = k.kind
      WHERE a.company_id = v.company_id AND a.matter_id IS NULL AND a.seq >= v.next_entry AND a.seq < v_to
        AND CASE WHEN p.kind IS NULL THEN m.role IN ('owner', 'admin') AND k.kind = ANY (p_default_kinds)
          ELSE p.by_mail AND p.since <= a.at END
        AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = a.company_id AND q.user_id = m.user_id AND q.until > p_now)
      ON CONFLICT DO NOTHING;
    UPDATE app.ledger_feeds SET next_entry = v_to WHERE company_id = v.company_id;
    v_read := v_read + v_to - v.next_entry;
  END LOOP;
  RETURN v_read;
END $$;


-- Incidents: when somebody is to be told of one next; NULL when everything is told.
CREATE FUNCTION app.incident_due(i app.incidents) RETURNS timestamptz LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT least(CASE WHEN i.told_at IS NULL THEN '-infinity'::timestamptz END,
    CASE WHEN i.ended_told_at IS NULL THEN i.ended_at + interval '10 minutes' END,
    CASE WHEN i.kind = 'expiring' AND i.ended_at IS NULL AND i.last_call_at IS NULL THEN i.ends_at - interval '1 day' END)
$$;
CREATE FUNCTION app.enqueue_incident() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.incident_due(NEW) IS NOT NULL THEN
    PERFORM app.enqueue_job('incidents', NEW.id::text, NEW.company_id, app.incident_due(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER enqueue AFTER INSERT OR UPDATE OF told_at, ends_at, last_call_at, ended_at, ended_told_at ON app.incidents
  FOR EACH ROW EXECUTE FUNCTION app.enqueue_incident();
DROP FUNCTION app.tell_incidents(timestamptz);
CREATE FUNCTION app.tell_incident(p_company uuid, p_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE v record; v_what text;
BEGIN
  FOR v IN SELECT i.* FROM app.incidents i WHERE i.company_id = p_company AND i.id = p_id AND app.incident_due(i) <= p_now FOR NO KEY UPDATE LOOP
    FOREACH v_what IN ARRAY ARRAY['began', 'last call', 'ended'] LOOP
      CONTINUE WHEN NOT coalesce(CASE v_what
        WHEN 'began' THEN v.told_at IS NULL
        -- What began so late is its own last call.
        WHEN 'last call' THEN v.kind = 'expiring' AND v.ended_at IS NULL AND v.last_call_at IS NULL AND v.told_at IS NOT NULL
          AND v.ends_at <= p_now + interval '1 day'
        ELSE v.ended_at <= p_now - interval '10 minutes' AND v.ended_told_at IS NULL END, false);
      INSERT INTO app.incident_alerts (company_id, user_id, incident_id, what, daily, due_at)
        SELECT v.company_id, m.user_id, v.id, v_what, coalesce(p.daily, false),
          CASE WHEN p.daily THEN app.next_digest(p_now) ELSE p_now END
        FROM app.company_members m
        JOIN app.companies c ON c.id = m.company_id AND c.deleted_at IS NULL
          AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
        LEFT JOIN app.alert_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
          AND p.kind = CASE v.kind WHEN 'failing' THEN 'gaps' ELSE 'expiry' END
        WHERE m.company_id = v.company_id AND m.status = 'active' AND coalesce(p.by_mail, m.role IN ('owner', 'admin')
            OR EXISTS (SELECT FROM app.control_plans o WHERE o.company_id = m.company_id AND o.control_id = v.control_id
              AND o.owner_id = m.user_id))
          AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id AND q.until > p_now)
          AND NOT EXISTS (SELECT FROM app.control_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id
            AND q.control_id = v.control_id AND q.until > p_now)
        ON CONFLICT DO NOTHING;
      UPDATE app.incidents i SET
          told_at = CASE v_what WHEN 'began' THEN p_now ELSE i.told_at END,
          last_call_at = CASE WHEN v_what = 'last call' OR i.ends_at <= p_now + interval '1 day' THEN p_now ELSE i.last_call_at END,
          ended_told_at = CASE v_what WHEN 'ended' THEN p_now ELSE i.ended_told_at END
        WHERE i.company_id = v.company_id AND i.id = v.id;
    END LOOP;
  END LOOP;
END $$;


-- What is told of incidents: a job for each member of a company, for their mails.
CREATE FUNCTION app.enqueue_incident_alert() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.enqueue_job('incidentMails', NEW.company_id || ' ' || NEW.user_id, NEW.company_id, NEW.due_at);
  RETURN NULL;
END $$;
CREATE TRIGGER enqueue AFTER INSERT ON app.incident_alerts FOR EACH ROW EXECUTE FUNCTION app.enqueue_incident_alert();
DROP FUNCTION app.claim_incident_alerts(timestamptz);
CREATE FUNCTION app.take_incident_alerts(p_company uuid, p_user uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, slug text, email text, first_name text, last_name text, what text, daily boolean, control_id text, kind text, reason text, began_at timestamp with time zone, ended_at timestamp with time zone, ended_as text, ends_at timestamp with time zone, number bigint, item text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v app.incident_alerts;
BEGIN
  -- Who cannot get in any more, or has paused mails since, is told nothing.
  DELETE FROM app.incident_alerts a WHERE a.company_id = p_company AND a.user_id = p_user AND a.due_at <= p_now AND (
    EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = a.company_id AND q.user_id = a.user_id AND q.until > p_now)
    OR NOT EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
      WHERE m.company_id = a.company_id AND m.user_id = a.user_id AND m.status = 'active' AND c.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = a.user_id AND b.disabled_at IS NOT NULL)));
  SELECT * INTO v FROM app.incident_alerts a WHERE a.company_id = p_company AND a.user_id = p_user AND a.due_at <= p_now
    ORDER BY a.due_at LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY WITH taken AS (
      DELETE FROM app.incident_alerts a WHERE a.company_id = v.company_id AND a.user_id = v.user_id
        AND CASE WHEN v.daily THEN a.daily AND a.due_at <= p_now ELSE a.incident_id = v.incident_id AND a.what = v.what END
      RETURNING a.incident_id, a.what)
    SELECT c.name, c.slug, u.email, p.first_name, p.last_name, t.what, v.daily, i.control_id, i.kind, i.reason, i.began_at,
      i.ended_at, i.ended_as, i.ends_at, i.number, e.name
    FROM taken t JOIN app.incidents i ON i.company_id = v.company_id AND i.id = t.incident_id
    JOIN app.companies c ON c.id = v.company_id
    JOIN auth.users u ON u.id = v.user_id
    JOIN app.profiles p ON p.id = v.user_id
    LEFT JOIN app.evidence e ON e.company_id = i.company_id AND e.number = i.number
    ORDER BY i.began_at, i.id, t.what;
END $$;
CREATE FUNCTION app.next_incident_alert(p_company uuid, p_user uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT min(a.due_at) FROM app.incident_alerts a WHERE a.company_id = p_company AND a.user_id = p_user$$;


-- Alerts: a job for each member of a company. What happens within five minutes comes in one mail.
CREATE FUNCTION app.alert_due(p_daily boolean, p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
  $$SELECT CASE WHEN p_daily THEN app.next_digest(p_at) ELSE p_at + interval '5 minutes' END$$;
CREATE FUNCTION app.enqueue_alert() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.enqueue_job('alerts', NEW.company_id || ' ' || NEW.user_id, NEW.company_id, app.alert_due(NEW.daily, NEW.at));
  RETURN NULL;
END $$;
CREATE TRIGGER enqueue AFTER INSERT ON app.alerts FOR EACH ROW EXECUTE FUNCTION app.enqueue_alert();
DROP FUNCTION app.claim_alerts(timestamptz, integer);
CREATE FUNCTION app.take_alerts(p_company uuid, p_user uuid, p_now timestamp with time zone)
 RETURNS TABLE(company_id uuid, company text, email text, first_name text, last_name text, kind text, event text, at timestamp with time zone, actor text, about text, details text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v record;
BEGIN
  -- One at a time, and only until its mail is written: two would each hold a row and wait for the other.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_company || ' alerts ' || p_user, 0));
  -- Who cannot get in any more is told nothing.
  DELETE FROM app.alerts a WHERE a.company_id = p_company AND a.user_id = p_user AND NOT EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    WHERE m.company_id = a.company_id AND m.user_id = a.user_id AND m.status = 'active' AND c.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = a.user_id AND b.disabled_at IS NOT NULL));
  SELECT a.company_id, a.user_id, a.daily INTO v FROM app.alerts a
    WHERE a.company_id = p_company AND a.user_id = p_user AND app.alert_due(a.daily, a.at) <= p_now ORDER BY a.at LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY WITH taken AS (
      DELETE FROM app.alerts a WHERE a.company_id = v.company_id AND a.user_id = v.user_id AND a.daily = v.daily
        AND (NOT a.daily OR app.next_digest(a.at) <= p_now) RETURNING a.ledger_index, a.kind)
    SELECT v.company_id, c.name, u.email, p.first_name, p.last_name, t.kind, l.event, l.at,
      coalesce(nullif(btrim(actor.first_name || ' ' || actor.last_name), ''), 'Somebody'),
      nullif(btrim(about.first_name || ' ' || about.last_name), ''), l.details
    FROM taken t JOIN app.ledger_acts l ON l.company_id = v.company_id AND l.seq = t.ledger_index
    JOIN app.companies c ON c.id = v.company_id
    JOIN auth.users u ON u.id = v.user_id
    JOIN app.profiles p ON p.id = v.user_id
    LEFT JOIN app.profiles actor ON actor.id = l.actor_id
    -- By its index: a subject may be any text.
    LEFT JOIN app.profiles about
      ON about.id = CASE WHEN l.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN l.subject::uuid END
    ORDER BY t.ledger_index;
END $$;
CREATE FUNCTION app.next_alert(p_company uuid, p_user uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT min(app.alert_due(a.daily, a.at)) FROM app.alerts a WHERE a.company_id = p_company AND a.user_id = p_user$$;


-- What ended with somebody's rights.
CREATE TRIGGER enqueue AFTER INSERT ON app.ended_rights FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('rights', 'id');
DROP FUNCTION app.claim_ended_rights(timestamptz);
CREATE FUNCTION app.take_ended_rights(p_company uuid, p_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, person text, reason text, ended jsonb, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v app.ended_rights;
BEGIN
  SELECT r.* INTO v FROM app.ended_rights r WHERE r.company_id = p_company AND r.id = p_id AND r.told_at IS NULL FOR UPDATE;
  IF v.id IS NULL THEN RETURN; END IF;
  UPDATE app.ended_rights r SET told_at = p_now WHERE r.company_id = v.company_id AND r.id = v.id;
  RETURN QUERY WITH managers AS (
      SELECT m.role, u.email, u.first_name, u.last_name FROM app.company_members m JOIN auth.users u ON u.id = m.user_id
        LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
        WHERE m.company_id = v.company_id AND m.status = 'active' AND m.role IN ('owner', 'admin') AND m.user_id <> v.user_id
          AND b.disabled_at IS NULL)
    SELECT c.name, v.person, v.reason, v.ended, x.email, x.first_name, x.last_name FROM app.companies c, managers x
    WHERE c.id = v.company_id AND c.deleted_at IS NULL AND (x.role = 'owner' OR NOT EXISTS (SELECT FROM managers o WHERE o.role = 'owner'));
END $$;


-- Connections that somebody has to look after.
CREATE TRIGGER enqueue_attention AFTER UPDATE OF state ON app.connections FOR EACH ROW WHEN (NEW.state = 'needs attention' AND NEW.told_at IS NULL)
  EXECUTE FUNCTION app.enqueue_row('attention', 'id');
DROP FUNCTION app.claim_attention(timestamptz);
CREATE FUNCTION app.take_attention(p_company uuid, p_connection uuid, p_now timestamp with time zone)
 RETURNS TABLE(company text, connection_id uuid, provider text, account text, attention text, email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v app.connections;
BEGIN
  SELECT k.* INTO v FROM app.connections k JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    WHERE k.company_id = p_company AND k.id = p_connection AND k.state = 'needs attention' AND k.told_at IS NULL FOR NO KEY UPDATE OF k;
  IF v.id IS NULL THEN RETURN; END IF;
  UPDATE app.connections k SET told_at = p_now WHERE k.company_id = v.company_id AND k.id = v.id;
  RETURN QUERY SELECT c.name, v.id, v.provider, v.account_label, v.attention, u.email, p.first_name, p.last_name
    FROM app.companies c
    JOIN app.company_members m ON m.company_id = c.id AND m.status = 'active' AND m.role IN ('owner', 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE c.id = v.company_id
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL);
END $$;


-- Collections: a job for each connection, so that it has one run under way. Runs are planned apart.
CREATE TRIGGER enqueue AFTER INSERT OR UPDATE OF state, slot ON app.collection_runs FOR EACH ROW WHEN (NEW.state = 'waiting')
  EXECUTE FUNCTION app.enqueue_row('collections', 'connection_id', '1', 'slot');
CREATE TRIGGER enqueue_collection AFTER UPDATE OF state ON app.connections FOR EACH ROW WHEN (NEW.state = 'connected' AND OLD.state <> 'connected')
  EXECUTE FUNCTION app.enqueue_row('collections', 'id');
DROP FUNCTION app.claim_collection(timestamptz, uuid, integer, integer, boolean);
CREATE FUNCTION app.begin_collection(p_company uuid, p_connection uuid, p_now timestamp with time zone, p_claim uuid, p_lease_seconds integer, p_every integer)
 RETURNS TABLE(run_id uuid, attempts integer, late boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
#variable_conflict use_column
DECLARE v app.collection_runs;
BEGIN
  SELECT r.* INTO v FROM app.collection_runs r
    JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
    JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
    WHERE r.company_id = p_company AND r.connection_id = p_connection
      AND (r.state = 'waiting' AND k.state = 'connected'
        OR r.state = 'working' AND r.lease_until <= p_now AND k.state IN ('connected', 'paused'))
      AND NOT EXISTS (SELECT FROM app.collection_runs o WHERE o.company_id = r.company_id AND o.connection_id = r.connection_id
        AND o.state = 'working' AND o.id <> r.id)
    ORDER BY r.slot, r.id LIMIT 1 FOR NO KEY UPDATE OF r;
  IF v.id IS NULL THEN RETURN; END IF;
  RETURN QUERY UPDATE app.collection_runs r SET state = 'working', worker = p_claim, attempts = r.attempts + 1,
      lease_until = p_now + make_interval(secs => p_lease_seconds), started_at = coalesce(r.started_at, p_now)
    WHERE r.company_id = v.company_id AND r.id = v.id
    RETURNING r.id, r.attempts,
      r.attempts > 3 OR r.started_at < p_now - interval '45 minutes'
        OR r.reason = 'scheduled' AND r.slot < app.collection_slot(r.connection_id, p_every, p_now);
END $$;
-- When a connection that has no run to begin now may have one; NULL when none waits.
CREATE FUNCTION app.next_collection(p_company uuid, p_connection uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN bool_or(r.state = 'working') THEN max(r.lease_until) WHEN count(*) > 0 THEN 'epoch'::timestamptz END
  FROM app.collection_runs r JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
  JOIN app.companies c ON c.id = r.company_id AND c.deleted_at IS NULL
  WHERE r.company_id = p_company AND r.connection_id = p_connection
    AND (r.state = 'waiting' AND k.state = 'connected' OR r.state = 'working' AND k.state IN ('connected', 'paused'))
$$;


-- Links to vendors: what is finished, and what is ended there.
ALTER TABLE app.link_attempts DROP COLUMN claimed_until;
ALTER TABLE app.ended_links DROP COLUMN claimed_until;
CREATE TRIGGER enqueue AFTER INSERT OR UPDATE OF ready_at ON app.link_attempts FOR EACH ROW WHEN (NEW.ready_at IS NOT NULL)
  EXECUTE FUNCTION app.enqueue_row('linking', 'id');
CREATE TRIGGER enqueue AFTER INSERT ON app.ended_links FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('revoking', 'connection_id');
DROP FUNCTION app.claim_link(timestamptz, integer);
-- The connection of a link that is to be finished; NULL when there is nothing to finish any more.
CREATE FUNCTION app.link_to_finish(p_company uuid, p_id uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT x.connection_id FROM app.link_attempts x
  JOIN app.connections k ON k.company_id = x.company_id AND k.id = x.connection_id AND k.state <> 'disconnected'
  JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
  WHERE x.company_id = p_company AND x.id = p_id AND x.ready_at IS NOT NULL
$$;
DROP FUNCTION app.claim_ended_link(timestamptz, integer);
CREATE FUNCTION app.ended_link(p_company uuid, p_connection uuid)
RETURNS TABLE (provider text, method text, typed jsonb, account_facts jsonb, version integer, sealed bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT k.provider, k.method, k.typed, k.account_facts, e.version, e.sealed FROM app.ended_links e
  JOIN app.connections k ON k.company_id = e.company_id AND k.id = e.connection_id
  WHERE e.company_id = p_company AND e.connection_id = p_connection
$$;

-- Reports that are imported, and limits that are nearly reached.
CREATE TRIGGER enqueue AFTER INSERT ON app.imports FOR EACH ROW EXECUTE FUNCTION app.enqueue_row('imports', 'id');
DROP FUNCTION app.unfinished_imports();
-- Who asked for an import that is not finished; NULL when it is.
CREATE FUNCTION app.unfinished_import(p_company uuid, p_id uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT i.requested_by FROM app.imports i JOIN app.companies c ON c.id = i.company_id AND c.deleted_at IS NULL
    WHERE i.company_id = p_company AND i.id = p_id AND i.state IN ('waiting', 'working')$$;
CREATE TRIGGER enqueue_level AFTER INSERT OR UPDATE OF level ON app.usage FOR EACH ROW WHEN (NEW.level > NEW.told)
  EXECUTE FUNCTION app.enqueue_row('limits', 'company_id');
DROP FUNCTION app.limits_to_tell();
CREATE FUNCTION app.limits_to_tell(p_company uuid) RETURNS TABLE (key text, level smallint, used bigint, most bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.key, u.level, coalesce(app.held(u.company_id, u.key), u.used), app.limit_of(u.company_id, u.key)
  FROM app.usage u JOIN app.companies c ON c.id = u.company_id AND c.deleted_at IS NULL
  WHERE u.company_id = p_company AND u.level > u.told ORDER BY u.key
$$;

-- Messages that are not answered: the operator is reminded four hours before an answer is due.
CREATE TRIGGER enqueue AFTER INSERT ON app.contact_messages FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('reminders', 'id', '1', 'answer_due_at', '-4 hours');
DROP FUNCTION app.claim_reminders(timestamptz);
CREATE FUNCTION app.take_reminder(p_id uuid, p_now timestamptz)
RETURNS TABLE (id uuid, name text, email text, subject text, created_at timestamptz, answer_due_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.contact_messages m SET reminded_at = p_now
  WHERE m.id = p_id AND m.answered_at IS NULL AND m.reminded_at IS NULL AND m.answer_due_at <= p_now + interval '4 hours'
  RETURNING m.id, m.name, m.email, m.subject, m.created_at, m.answer_due_at
$$;

-- Makes a job for whatever waits without one: after an upgrade, after a restore, and now and then. What is there already stays as it is,
-- also what was given up.
CREATE FUNCTION app.enqueue_waiting() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_made bigint;
BEGIN
  INSERT INTO app.jobs (kind, key, company_id, run_at)
    SELECT 'mail', o.id::text, NULL::uuid, o.created_at FROM app.outbox o WHERE o.sent_at IS NULL
    UNION ALL SELECT 'links', r.id::text, NULL, r.requested_at FROM auth.link_requests r
    UNION ALL SELECT 'webhooks', d.webhook_id::text, d.company_id, min(d.next_try_at) FROM app.webhook_deliveries d
      JOIN app.webhooks w ON w.company_id = d.company_id AND w.id = d.webhook_id AND w.active WHERE d.state = 'waiting' GROUP BY 2, 3
    UNION ALL SELECT 'standings', h.company_id::text, h.company_id,
        CASE WHEN j.version > 0 AND h.size <= j.ledger_size THEN j.next_at ELSE '-infinity' END
      FROM app.ledger_heads h LEFT JOIN app.judgements j ON j.company_id = h.company_id
      JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
      WHERE h.size > 0 AND (j.company_id IS NULL OR j.version = 0 OR h.size > j.ledger_size OR j.next_at IS NOT NULL)
    UNION ALL SELECT 'feed', h.company_id::text, h.company_id, '-infinity' FROM app.ledger_heads h
      LEFT JOIN app.ledger_feeds f ON f.company_id = h.company_id WHERE h.size > coalesce(f.next_entry, 0)
    UNION ALL SELECT 'incidents', i.id::text, i.company_id, app.incident_due(i) FROM app.incidents i WHERE app.incident_due(i) IS NOT NULL
    UNION ALL SELECT 'incidentMails', a.company_id || ' ' || a.user_id, a.company_id, min(a.due_at) FROM app.incident_alerts a GROUP BY 2, 3
    UNION ALL SELECT 'alerts', a.company_id || ' ' || a.user_id, a.company_id, min(app.alert_due(a.daily, a.at)) FROM app.alerts a GROUP BY 2, 3
    UNION ALL SELECT 'rights', r.id::text, r.company_id, r.at FROM app.ended_rights r WHERE r.told_at IS NULL
    UNION ALL SELECT 'attention', k.id::text, k.company_id, '-infinity' FROM app.connections k WHERE k.state = 'needs attention' AND k.told_at IS NULL
    UNION ALL SELECT 'collections', r.connection_id::text, r.company_id, min(coalesce(r.lease_until, r.slot)) FROM app.collection_runs r
      WHERE r.state IN ('waiting', 'working') GROUP BY 2, 3
    UNION ALL SELECT 'linking', l.id::text, l.company_id, l.ready_at FROM app.link_attempts l WHERE l.ready_at IS NOT NULL
    UNION ALL SELECT 'revoking', e.connection_id::text, e.company_id, e.ended_at FROM app.ended_links e
    UNION ALL SELECT 'imports', i.id::text, i.company_id, i.created_at FROM app.imports i WHERE i.state IN ('waiting', 'working')
    UNION ALL SELECT DISTINCT 'limits', u.company_id::text, u.company_id, '-infinity'::timestamptz FROM app.usage u WHERE u.level > u.told
    UNION ALL SELECT 'reminders', m.id::text, NULL, m.answer_due_at - interval '4 hours' FROM app.contact_messages m
      WHERE m.answered_at IS NULL AND m.reminded_at IS NULL
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_made = ROW_COUNT;
  RETURN v_made;
END $$;

-- What waits in a database that is upgraded.
RESET ROLE;
DO $$
DECLARE v regprocedure;
BEGIN
  FOR v IN SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = 'app' AND p.prosecdef AND p.proowner = 'app_owner'::regrole
        AND p.proname = ANY (ARRAY['next_turn', 'enqueue_job', 'claim_jobs', 'keep_job', 'finish_job', 'fail_job', 'schedule_jobs', 'job_queues',
          'dead_jobs', 'retry_job', 'discard_job', 'forget_old_jobs', 'enqueue_row', 'enqueue_deliveries', 'enqueue_changed_deliveries',
          'begin_webhook_attempt', 'next_webhook_attempt', 'judgement_due', 'feed_ledger', 'enqueue_incident', 'tell_incident',
          'enqueue_incident_alert', 'take_incident_alerts', 'next_incident_alert', 'enqueue_alert', 'take_alerts', 'next_alert',
          'take_ended_rights', 'take_attention', 'begin_collection', 'next_collection', 'link_to_finish', 'ended_link', 'unfinished_import',
          'limits_to_tell', 'take_reminder', 'enqueue_waiting']) LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO app_definer', v);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION app.incident_due(app.incidents), app.alert_due(boolean, timestamptz) TO app_definer;
GRANT EXECUTE ON FUNCTION app.claim_jobs, app.keep_job, app.finish_job, app.fail_job, app.schedule_jobs, app.forget_old_jobs,
  app.begin_webhook_attempt, app.next_webhook_attempt, app.judgement_due, app.feed_ledger, app.tell_incident, app.take_incident_alerts,
  app.next_incident_alert, app.take_alerts, app.next_alert, app.take_ended_rights, app.take_attention, app.begin_collection,
  app.next_collection, app.link_to_finish, app.ended_link, app.unfinished_import, app.limits_to_tell, app.take_reminder,
  app.enqueue_waiting TO app_worker;
GRANT EXECUTE ON FUNCTION app.job_queues, app.dead_jobs, app.retry_job, app.discard_job TO app_user;
SELECT app.enqueue_waiting();
