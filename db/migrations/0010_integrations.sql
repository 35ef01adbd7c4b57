-- API tokens, webhooks, and what each member is mailed about. Both webhooks and mails are fed from the ledger.
SET LOCAL ROLE app_owner;

CREATE TABLE app.api_tokens (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  name text NOT NULL CHECK (btrim(name) <> ''),
  -- The first characters, by which people know which one they hold.
  start text NOT NULL,
  token_sha256 bytea NOT NULL,
  scopes text[] NOT NULL,
  -- It counts as having brought a second factor, because its maker had.
  has_second_factor boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Of a token that a pipeline was given: no person made it, so it is not listed and counts for no limit.
  pipeline_id uuid,
  -- The hash of the proof of identity that it was given for; one proof buys one token.
  proof_sha256 bytea,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX api_tokens_once_per_proof ON app.api_tokens (company_id, proof_sha256) WHERE proof_sha256 IS NOT NULL;
CREATE INDEX api_tokens_by_hash ON app.api_tokens (token_sha256);

CREATE TABLE app.webhooks (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  url text NOT NULL,
  -- Events of the ledger, or '*' alone for all of them.
  events text[] NOT NULL,
  sealed_secret bytea NOT NULL,
  -- After a roll what is sent is signed with both secrets for a while.
  old_sealed_secret bytea,
  old_secret_until timestamptz,
  active boolean NOT NULL DEFAULT true,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- The first entry it is told of. Set by begin_webhook, whatever was given.
  first_entry bigint NOT NULL DEFAULT 0,
  -- Since when nothing has arrived.
  failing_since timestamptz,
  -- By the worker, because nothing had arrived for days.
  turned_off_at timestamptz,
  -- One delivery at a time: a receiver that never answers holds up nobody but itself.
  busy_until timestamptz,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE app.webhook_deliveries (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  -- NULL for a test.
  ledger_index bigint,
  event text NOT NULL,
  payload text NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  tried_at timestamptz,
  -- What the receiver answered last, and why it did not count.
  status integer,
  duration_ms integer,
  answer text,
  problem text,
  PRIMARY KEY (company_id, id),
  -- No entry is told twice under two ids.
  UNIQUE (company_id, webhook_id, ledger_index),
  FOREIGN KEY (company_id, webhook_id) REFERENCES app.webhooks ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON app.webhook_deliveries (company_id, webhook_id, next_try_at, ledger_index)
  WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_log ON app.webhook_deliveries (company_id, webhook_id, created_at DESC);

-- How far each ledger has been told to webhooks and members.
CREATE TABLE app.ledger_feeds (
  company_id uuid PRIMARY KEY REFERENCES app.ledger_heads,
  next_entry bigint NOT NULL DEFAULT 0
);

-- Without a row a member has what their role has by default.
CREATE TABLE app.alert_preferences (
  company_id uuid NOT NULL REFERENCES app.companies,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  by_mail boolean NOT NULL,
  -- In one mail a day instead of at once.
  daily boolean NOT NULL DEFAULT false,
  -- Nothing that happened before is mailed.
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, user_id, kind)
);

CREATE TABLE app.alert_mutes (
  company_id uuid NOT NULL REFERENCES app.companies,
  user_id uuid NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id)
);

-- What waits to be mailed. A row goes in the transaction that writes its mail, so that nothing is told twice.
CREATE TABLE app.alerts (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  ledger_index bigint NOT NULL,
  kind text NOT NULL,
  at timestamptz NOT NULL,
  daily boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, user_id, ledger_index),
  FOREIGN KEY (company_id, ledger_index) REFERENCES app.ledger_acts
);
CREATE INDEX alerts_by_time ON app.alerts (at);

SELECT app.protect(t) FROM unnest(ARRAY['app.api_tokens', 'app.webhooks', 'app.webhook_deliveries', 'app.ledger_feeds',
  'app.alert_preferences', 'app.alert_mutes', 'app.alerts']::regclass[]) t;

-- Whether this transaction's company may use the API by tokens: the installation or the company has the feature, and its
-- plan includes it.
CREATE FUNCTION app.api_access() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT app.has_feature('api-access') AND EXISTS (SELECT FROM app.companies c JOIN app.plans p ON p.key = c.subscription_tier
    WHERE c.id = app.tenant() AND p.api_access)$$;
GRANT EXECUTE ON FUNCTION app.api_access() TO app_user;

CREATE POLICY read ON app.api_tokens FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY make ON app.api_tokens FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin')
  AND created_by = (SELECT app.uid()) AND (SELECT app.api_access())
  AND (NOT has_second_factor OR (SELECT app.has_second_factor())));
CREATE POLICY revoke ON app.api_tokens FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'))
  WITH CHECK (revoked_at IS NOT NULL);
-- Nobody who serves reads a hash or writes a use.
GRANT SELECT (company_id, id, name, start, scopes, created_by, created_at, expires_at, last_used_at, revoked_at),
  INSERT (company_id, id, name, start, token_sha256, scopes, has_second_factor, created_by, created_at, expires_at),
  UPDATE (revoked_at) ON app.api_tokens TO app_user;

CREATE POLICY read ON app.webhooks FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY make ON app.webhooks FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND created_by = (SELECT app.uid()));
CREATE POLICY change ON app.webhooks FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY remove ON app.webhooks FOR DELETE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
-- A secret is written and never read again, but by the worker that signs.
GRANT SELECT (company_id, id, url, events, active, created_by, created_at, failing_since, turned_off_at),
  INSERT (company_id, id, url, events, sealed_secret, created_by, created_at),
  UPDATE (url, events, sealed_secret, active), DELETE ON app.webhooks TO app_user;

CREATE POLICY read ON app.webhook_deliveries FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY test ON app.webhook_deliveries FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND ledger_index IS NULL AND state = 'waiting');
CREATE POLICY repeat ON app.webhook_deliveries FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin')) WITH CHECK (state = 'waiting');
GRANT SELECT, INSERT (company_id, webhook_id, event, payload, created_at, next_try_at),
  UPDATE (state, attempts, next_try_at) ON app.webhook_deliveries TO app_user;

-- A member's own, and nobody else's.
CREATE POLICY own ON app.alert_preferences TO app_user USING (user_id = (SELECT app.uid())) WITH CHECK (user_id = (SELECT app.uid()));
CREATE POLICY own ON app.alert_mutes TO app_user USING (user_id = (SELECT app.uid())) WITH CHECK (user_id = (SELECT app.uid()));
GRANT SELECT, INSERT, UPDATE (by_mail, daily, since) ON app.alert_preferences TO app_user;
GRANT SELECT, INSERT, UPDATE (until), DELETE ON app.alert_mutes TO app_user;

-- The ledger's lock makes the count exact, however many are made at once.
CREATE FUNCTION app.limit_api_tokens() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.pipeline_id IS NOT NULL THEN RETURN NEW; END IF;
  PERFORM app.lock_ledger();
  IF (SELECT count(*) FROM app.api_tokens t WHERE t.company_id = NEW.company_id AND t.revoked_at IS NULL
      AND t.pipeline_id IS NULL AND t.expires_at > NEW.created_at) >= 25 THEN
    RAISE EXCEPTION 'too many live tokens' USING ERRCODE = 'EX429';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER limit_api_tokens BEFORE INSERT ON app.api_tokens FOR EACH ROW EXECUTE FUNCTION app.limit_api_tokens();

-- A webhook begins with the next entry, also when it is turned on again. A roll keeps the old secret for a day.
CREATE FUNCTION app.begin_webhook() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    NEW.first_entry := (app.lock_ledger()).size;
    IF (SELECT count(*) FROM app.webhooks w WHERE w.company_id = NEW.company_id) >= 10 THEN
      RAISE EXCEPTION 'too many webhooks' USING ERRCODE = 'EX429';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.active AND NOT OLD.active THEN
    NEW.first_entry := (app.lock_ledger()).size;
    NEW.failing_since := NULL;
    NEW.turned_off_at := NULL;
  END IF;
  IF NEW.sealed_secret <> OLD.sealed_secret THEN
    NEW.old_sealed_secret := OLD.sealed_secret;
    NEW.old_secret_until := now() + interval '1 day';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER begin_webhook BEFORE INSERT OR UPDATE OF active, sealed_secret ON app.webhooks
  FOR EACH ROW EXECUTE FUNCTION app.begin_webhook();

-- Who is no longer an admin leaves no tokens behind, and gets none back by returning; who is no longer a member leaves
-- no wishes about mails.
CREATE FUNCTION app.end_of_rights() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    DELETE FROM app.alert_preferences WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    DELETE FROM app.alert_mutes WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
    DELETE FROM app.alerts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  END IF;
  IF tg_op = 'DELETE' OR NEW.role NOT IN ('owner', 'admin') OR NEW.status <> 'active' THEN
    UPDATE app.api_tokens SET revoked_at = now()
      WHERE company_id = OLD.company_id AND created_by = OLD.user_id AND revoked_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER end_of_rights AFTER UPDATE OR DELETE ON app.company_members
  FOR EACH ROW EXECUTE FUNCTION app.end_of_rights();

-- The token of this hash, if it opens anything now: not expired or revoked, made by somebody who is still an admin of a
-- company that is not to be erased.
CREATE FUNCTION app.find_api_token(p_sha256 bytea, p_now timestamptz)
RETURNS TABLE (company_id uuid, id uuid, name text, scopes text[], has_second_factor boolean, expires_at timestamptz,
  user_id uuid, email text, first_name text, last_name text, use_is_old boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.company_id, t.id, t.name, t.scopes, t.has_second_factor, t.expires_at, u.id, u.email, p.first_name, p.last_name,
    t.last_used_at IS NULL OR t.last_used_at < p_now - interval '1 minute'
  FROM app.api_tokens t
  JOIN app.companies c ON c.id = t.company_id AND c.deleted_at IS NULL
  JOIN app.company_members m ON m.company_id = t.company_id AND m.user_id = t.created_by
  JOIN auth.users u ON u.id = t.created_by
  JOIN app.profiles p ON p.id = t.created_by
  WHERE t.token_sha256 = p_sha256 AND t.revoked_at IS NULL AND t.expires_at > p_now
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = t.created_by
      AND (b.disabled_at IS NOT NULL OR b.platform_role = 'user'))
    AND m.status = 'active' AND m.role IN ('owner', 'admin') AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
$$;
CREATE FUNCTION app.note_api_token_use(p_company uuid, p_id uuid, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$UPDATE app.api_tokens SET last_used_at = p_now WHERE company_id = p_company AND id = p_id
    AND (last_used_at IS NULL OR last_used_at < p_now - interval '1 minute')$$;

-- What a webhook is told of an entry: who can read it is told more by the API.
CREATE FUNCTION app.webhook_payload(p_event text, p_at text, p_company uuid, p_index bigint, p_subject text, p_exhibit text, p_name text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT json_build_object('type', p_event, 'timestamp', p_at, 'data', json_strip_nulls(json_build_object(
    'companyId', p_company, 'index', p_index, 'event', p_event, 'subject', p_subject, 'exhibit', p_exhibit, 'name', p_name)))::text
$$;

CREATE FUNCTION app.brings_second_factor(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT EXISTS (SELECT FROM auth.totp_secrets WHERE user_id = p_user AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM auth.passkeys WHERE user_id = p_user)$$;
GRANT EXECUTE ON FUNCTION app.brings_second_factor(uuid) TO app_definer;

-- When the daily mail with something that happened then goes out: at the next 08:00 UTC.
CREATE FUNCTION app.next_digest(p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS
  $$SELECT date_trunc('day', p_at - interval '8 hours', 'UTC') + interval '32 hours'$$;
GRANT EXECUTE ON FUNCTION app.next_digest(timestamptz) TO app_definer;

-- Tells what ledgers have gained to the webhooks and the members who asked for it, and remembers how far it has come, in
-- one transaction: nothing is left out and nothing is told twice, whoever is killed. Answers how many entries it read.
CREATE FUNCTION app.feed_ledgers(p_now timestamptz, p_batch integer, p_events text[], p_kinds text[], p_to_actor boolean[],
  p_default_kinds text[], p_untold text[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_to bigint; v_read bigint := 0;
BEGIN
  INSERT INTO app.ledger_feeds (company_id) SELECT h.company_id FROM app.ledger_heads h
    WHERE NOT EXISTS (SELECT FROM app.ledger_feeds f WHERE f.company_id = h.company_id) ON CONFLICT DO NOTHING;
  FOR v IN SELECT f.company_id, f.next_entry, h.size FROM app.ledger_feeds f JOIN app.ledger_heads h ON h.company_id = f.company_id
      WHERE f.next_entry < h.size LIMIT 100 FOR UPDATE OF f SKIP LOCKED LOOP
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

-- One delivery that is due, claimed until the lease ends: whoever is killed meanwhile leaves it to the next.
CREATE FUNCTION app.claim_webhook_delivery(p_now timestamptz, p_lease_seconds integer)
RETURNS TABLE (company_id uuid, id uuid, webhook_id uuid, url text, sealed_secret bytea, old_sealed_secret bytea, payload text, attempts integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v record; v_until timestamptz := p_now + make_interval(secs => p_lease_seconds);
BEGIN
  -- One step of the index for each receiver that something waits for, however much it is: whoever has a hundred thousand
  -- deliveries and does not answer costs the others nothing. The webhook's lock is enough, since it gets one at a time.
  WITH RECURSIVE receivers (company_id, webhook_id) AS (
    (SELECT d.company_id, d.webhook_id FROM app.webhook_deliveries d WHERE d.state = 'waiting'
      ORDER BY d.company_id, d.webhook_id LIMIT 1)
    UNION ALL
    SELECT n.company_id, n.webhook_id FROM receivers r CROSS JOIN LATERAL (
      SELECT d.company_id, d.webhook_id FROM app.webhook_deliveries d WHERE d.state = 'waiting'
        AND (d.company_id, d.webhook_id) > (r.company_id, r.webhook_id) ORDER BY d.company_id, d.webhook_id LIMIT 1) n
  )
  SELECT w.company_id, d.id, w.id AS webhook_id INTO v FROM receivers r
    JOIN app.webhooks w ON w.company_id = r.company_id AND w.id = r.webhook_id
    JOIN app.companies c ON c.id = w.company_id AND c.deleted_at IS NULL
    CROSS JOIN LATERAL (SELECT x.id, x.next_try_at, x.ledger_index FROM app.webhook_deliveries x
      WHERE x.company_id = w.company_id AND x.webhook_id = w.id AND x.state = 'waiting' AND x.next_try_at <= p_now
      ORDER BY x.next_try_at, x.ledger_index LIMIT 1) d
    WHERE w.active AND (w.busy_until IS NULL OR w.busy_until <= p_now)
    ORDER BY d.next_try_at, d.ledger_index LIMIT 1 FOR NO KEY UPDATE OF w SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- Nor is waited for a late attempt that is just being written down.
  PERFORM FROM app.webhook_deliveries d WHERE d.company_id = v.company_id AND d.id = v.id FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY UPDATE app.webhook_deliveries d SET attempts = d.attempts + 1, next_try_at = v_until
    FROM app.webhooks w WHERE d.company_id = v.company_id AND d.id = v.id AND w.company_id = v.company_id AND w.id = v.webhook_id
      AND d.state = 'waiting' AND d.next_try_at <= p_now
    RETURNING d.company_id, d.id, d.webhook_id, w.url, w.sealed_secret,
      CASE WHEN w.old_secret_until > p_now THEN w.old_sealed_secret END, d.payload, d.attempts;
  -- It was answered for between the look and the lock: the next run looks again.
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE app.webhooks w SET busy_until = v_until WHERE w.company_id = v.company_id AND w.id = v.webhook_id;
END $$;

-- Writes down what came of an attempt; p_next is when the next one is, NULL after the last. A webhook to which nothing
-- has arrived for five days is turned off: then it answers whom to tell, the one who made it and the owner.
CREATE FUNCTION app.finish_webhook_attempt(p_company uuid, p_id uuid, p_attempt integer, p_delivered boolean, p_next timestamptz,
  p_now timestamptz, p_status integer, p_duration_ms integer, p_answer text, p_problem text)
RETURNS TABLE (url text, company text, failing_since timestamptz, email text, first_name text, last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_webhook uuid;
BEGIN
  UPDATE app.webhook_deliveries d SET tried_at = p_now, status = p_status, duration_ms = p_duration_ms, answer = p_answer,
      problem = p_problem, next_try_at = coalesce(p_next, d.next_try_at),
      state = CASE WHEN p_delivered THEN 'delivered' WHEN p_next IS NULL THEN 'failed' ELSE 'waiting' END
    WHERE d.company_id = p_company AND d.id = p_id AND d.attempts = p_attempt RETURNING d.webhook_id INTO v_webhook;
  IF v_webhook IS NULL THEN RETURN; END IF;
  UPDATE app.webhooks w SET busy_until = NULL,
      failing_since = CASE WHEN p_delivered THEN NULL ELSE coalesce(w.failing_since, p_now) END
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

-- The log is kept for 30 days.
CREATE FUNCTION app.forget_old_deliveries(p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$DELETE FROM app.webhook_deliveries WHERE created_at < p_now - interval '30 days'$$;

-- What one member is to be mailed about, once the first of it has waited so long; the rows are gone with the answer.
CREATE FUNCTION app.claim_alerts(p_now timestamptz, p_wait_seconds integer)
RETURNS TABLE (company_id uuid, company text, email text, first_name text, last_name text, kind text, event text, at timestamptz,
  actor text, about text, details text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v record;
BEGIN
  -- One worker at a time, and only until its mail is written: two would each hold a row of one member's and wait for the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('claim alerts', 0));
  -- Who cannot get in any more is told nothing.
  DELETE FROM app.alerts a WHERE NOT EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
    WHERE m.company_id = a.company_id AND m.user_id = a.user_id AND m.status = 'active' AND c.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = a.user_id AND b.disabled_at IS NOT NULL));
  SELECT a.company_id, a.user_id, a.daily INTO v FROM app.alerts a
    WHERE CASE WHEN a.daily THEN app.next_digest(a.at) <= p_now ELSE a.at <= p_now - make_interval(secs => p_wait_seconds) END
    ORDER BY a.at LIMIT 1;
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

GRANT SELECT, UPDATE (revoked_at, last_used_at) ON app.api_tokens TO app_definer;
GRANT SELECT, UPDATE (active, failing_since, turned_off_at, busy_until) ON app.webhooks TO app_definer;
GRANT SELECT, INSERT, DELETE, UPDATE (state, attempts, next_try_at, tried_at, status, duration_ms, answer, problem)
  ON app.webhook_deliveries TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.ledger_feeds TO app_definer;
GRANT SELECT, DELETE ON app.alert_preferences, app.alert_mutes TO app_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.alerts TO app_definer;
GRANT EXECUTE ON FUNCTION app.webhook_payload(text, text, uuid, bigint, text, text, text) TO app_definer;
GRANT EXECUTE ON FUNCTION app.find_api_token(bytea, timestamptz), app.note_api_token_use(uuid, uuid, timestamptz) TO app_auth;
GRANT EXECUTE ON FUNCTION app.feed_ledgers(timestamptz, integer, text[], text[], boolean[], text[], text[]),
  app.claim_webhook_delivery(timestamptz, integer),
  app.finish_webhook_attempt(uuid, uuid, integer, boolean, timestamptz, timestamptz, integer, integer, text, text),
  app.forget_old_deliveries(timestamptz), app.claim_alerts(timestamptz, integer) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.api_access() OWNER TO app_definer;
ALTER FUNCTION app.limit_api_tokens() OWNER TO app_definer;
ALTER FUNCTION app.begin_webhook() OWNER TO app_definer;
ALTER FUNCTION app.end_of_rights() OWNER TO app_definer;
ALTER FUNCTION app.find_api_token(bytea, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.note_api_token_use(uuid, uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.brings_second_factor(uuid) OWNER TO app_definer;
ALTER FUNCTION app.feed_ledgers(timestamptz, integer, text[], text[], boolean[], text[], text[]) OWNER TO app_definer;
ALTER FUNCTION app.claim_webhook_delivery(timestamptz, integer) OWNER TO app_definer;
ALTER FUNCTION app.finish_webhook_attempt(uuid, uuid, integer, boolean, timestamptz, timestamptz, integer, integer, text, text)
  OWNER TO app_definer;
ALTER FUNCTION app.forget_old_deliveries(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.claim_alerts(timestamptz, integer) OWNER TO app_definer;
