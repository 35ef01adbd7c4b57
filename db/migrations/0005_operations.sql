-- What the running instance needs for itself: its signing key, outgoing mail, rate limits shared between processes.

SET LOCAL ROLE app_owner;

CREATE TABLE app.instance_keys (
  name text PRIMARY KEY,
  wrapped bytea NOT NULL,
  public_key bytea NOT NULL,
  -- The public host when the key was made: every ledger's origin starts with it, for good.
  origin text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The body is cleared once it is sent: it may hold a link that signs someone in.
CREATE TABLE app.outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text,
  body_html text,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  last_error text
);
CREATE INDEX outbox_waiting ON app.outbox (next_try_at) WHERE sent_at IS NULL;

-- Losing these after a crash only forgives a few tries.
CREATE UNLOGGED TABLE app.rate_limits (
  key text PRIMARY KEY,
  window_ends timestamptz NOT NULL,
  tries integer NOT NULL
);

SELECT app.protect(t) FROM unnest(ARRAY['app.instance_keys', 'app.outbox', 'app.rate_limits']::regclass[]) t;
CREATE POLICY worker ON app.instance_keys TO app_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON app.instance_keys TO app_worker;
CREATE POLICY enqueue ON app.outbox FOR INSERT TO app_auth WITH CHECK (sent_at IS NULL);
CREATE POLICY worker ON app.outbox TO app_worker USING (true) WITH CHECK (true);
GRANT INSERT (recipient, subject, body_text, body_html) ON app.outbox TO app_auth;
GRANT SELECT, UPDATE, DELETE ON app.outbox TO app_worker;

-- Counts turns and says how many seconds to wait, 0 when it is allowed. Fixed windows; the key names what is counted.
CREATE FUNCTION app.take_turn(p_key text, p_limit integer, p_seconds integer, p_turns integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.rate_limits AS r (key, window_ends, tries) VALUES (p_key, now() + make_interval(secs => p_seconds), p_turns)
  ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN r.window_ends <= now() THEN p_turns ELSE r.tries + p_turns END,
    window_ends = CASE WHEN r.window_ends <= now() THEN excluded.window_ends ELSE r.window_ends END
  RETURNING CASE WHEN tries <= p_limit THEN 0 ELSE greatest(1, ceil(extract(epoch FROM window_ends - now())))::integer END
$$;
CREATE FUNCTION app.forget_old_turns() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$DELETE FROM app.rate_limits WHERE window_ends < now() - interval '1 hour'$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.rate_limits TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_turn(text, integer, integer, integer) TO app_user;
GRANT EXECUTE ON FUNCTION app.forget_old_turns() TO app_worker;

RESET ROLE;
ALTER FUNCTION app.take_turn(text, integer, integer, integer) OWNER TO app_definer;
ALTER FUNCTION app.forget_old_turns() OWNER TO app_definer;
