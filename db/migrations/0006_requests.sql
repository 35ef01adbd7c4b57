-- What strangers send us: requests for access, places on the waitlist, messages. No company is concerned, nobody who
-- serves requests may read them, and each is written and read through a door that does no more than it says.

SET LOCAL ROLE app_owner;

-- One row for each address and kind, however often it asks.
CREATE TABLE app.access_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('access', 'waitlist')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  company text NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  mailed_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- Details that a later request under the same address replaced, the last five: anyone may type anyone's address.
  replaced text[] NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX access_requests_one_for_each ON app.access_requests (kind, lower(email));
CREATE INDEX access_requests_open ON app.access_requests (created_at) WHERE answered_at IS NULL;

-- Of the contact form, or from inside a company's workspace; then with the company's name.
CREATE TABLE app.contact_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL DEFAULT 'contact' CHECK (kind IN ('contact', 'support')),
  company text,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  answer_due_at timestamptz NOT NULL,
  reminded_at timestamptz,
  answered_at timestamptz
);
CREATE INDEX contact_messages_open ON app.contact_messages (answer_due_at) WHERE answered_at IS NULL;
CREATE INDEX contact_messages_by_email ON app.contact_messages (lower(email), created_at);

-- Solved challenges, until they would have expired: none opens the door twice.
CREATE TABLE app.spent_challenges (
  challenge_sha256 bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_challenges_by_end ON app.spent_challenges (expires_at);

SELECT app.protect(t) FROM unnest(ARRAY['app.access_requests', 'app.contact_messages', 'app.spent_challenges']::regclass[]) t;

-- Mails about requests are enqueued by whoever receives them, and reminders by the worker.
ALTER TABLE app.outbox ADD reply_to text;
ALTER TABLE app.outbox ADD CONSTRAINT outbox_headers_are_lines
  CHECK (concat(recipient, subject, reply_to) !~ '[[:cntrl:]]');
ALTER POLICY enqueue ON app.outbox TO app_auth, app_user;
GRANT INSERT (reply_to) ON app.outbox TO app_auth;
GRANT INSERT (recipient, reply_to, subject, body_text, body_html) ON app.outbox TO app_user, app_worker;

-- False when it was spent before, also by a transaction that is still running elsewhere: that one is waited for.
CREATE FUNCTION app.spend_challenge(p_sha256 bytea, p_expires_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.spent_challenges (challenge_sha256, expires_at) VALUES (p_sha256, p_expires_at) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

CREATE FUNCTION app.forget_spent_challenges(p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$DELETE FROM app.spent_challenges WHERE expires_at < p_now - interval '1 hour'$$;

-- Answers whether mails are due: for a new request, and for a repeated one once a day at most. The newest details win,
-- since who asks again mostly corrects; the first date stays, since it is the place in the queue. Asking again opens an
-- answered request anew.
CREATE FUNCTION app.receive_access_request(p_kind text, p_first_name text, p_last_name text, p_email text, p_company text,
  p_role text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id uuid;
  v_mail_again boolean;
BEGIN
  INSERT INTO app.access_requests (kind, first_name, last_name, email, company, role, created_at, updated_at, mailed_at)
  VALUES (p_kind, p_first_name, p_last_name, p_email, p_company, p_role, p_now, p_now, p_now)
  ON CONFLICT (kind, lower(email)) DO NOTHING;
  IF FOUND THEN
    RETURN true;
  END IF;
  SELECT id, mailed_at <= p_now - interval '1 day' INTO STRICT v_id, v_mail_again FROM app.access_requests
  WHERE kind = p_kind AND lower(email) = lower(p_email) FOR UPDATE;
  UPDATE app.access_requests SET (first_name, last_name, email, company, role, updated_at, answered_at, mailed_at, replaced)
    = (p_first_name, p_last_name, p_email, p_company, p_role, p_now, NULL, CASE WHEN v_mail_again THEN p_now ELSE mailed_at END,
      CASE WHEN (first_name, last_name, company, role) = (p_first_name, p_last_name, p_company, p_role) THEN replaced
        ELSE (array_prepend(concat_ws(', ', concat_ws(' ', first_name, last_name), role, company), replaced))[1:5] END)
  WHERE id = v_id;
  RETURN v_mail_again;
END $$;

-- Answers with the message's id and the time by which it must be answered, and with nothing when the same address sent
-- the same words within a day: a form that was submitted twice.
CREATE FUNCTION app.receive_message(p_kind text, p_name text, p_email text, p_subject text, p_message text, p_company text,
  p_now timestamptz)
RETURNS TABLE (id uuid, answer_due_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('message from ' || lower(p_email), 0));
  IF EXISTS (SELECT FROM app.contact_messages m WHERE lower(m.email) = lower(p_email) AND m.subject = p_subject
      AND m.message = p_message AND m.created_at > p_now - interval '1 day') THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO app.contact_messages AS m (kind, company, name, email, subject, message, created_at, answer_due_at)
    VALUES (p_kind, p_company, p_name, p_email, p_subject, p_message, p_now, p_now + interval '24 hours')
    RETURNING m.id, m.answer_due_at;
END $$;

-- Messages that nobody answered in 20 of their 24 hours, each handed out once, whichever worker asks.
CREATE FUNCTION app.claim_reminders(p_now timestamptz)
RETURNS TABLE (id uuid, name text, email text, subject text, created_at timestamptz, answer_due_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.contact_messages SET reminded_at = p_now WHERE id IN (
    SELECT id FROM app.contact_messages WHERE answered_at IS NULL AND reminded_at IS NULL
      AND answer_due_at <= p_now + interval '4 hours' ORDER BY answer_due_at LIMIT 50 FOR UPDATE SKIP LOCKED)
  RETURNING id, name, email, subject, created_at, answer_due_at
$$;

-- For the operator: what waits for an answer, oldest first.
CREATE FUNCTION app.open_requests()
RETURNS TABLE (id uuid, kind text, name text, email text, about text, created_at timestamptz, answer_due_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id, 'message', name, email, subject, created_at, answer_due_at FROM app.contact_messages WHERE answered_at IS NULL
  UNION ALL SELECT id, kind, concat_ws(' ', first_name, last_name), email, concat_ws(', ', role, company), created_at, NULL
  FROM app.access_requests WHERE answered_at IS NULL ORDER BY created_at
$$;

-- For the operator: everything that was sent under this id.
CREATE FUNCTION app.read_request(p_id uuid)
RETURNS TABLE (kind text, name text, email text, created_at timestamptz, answered_at timestamptz, about text, words text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'message', name, email, created_at, answered_at, subject, message FROM app.contact_messages WHERE id = p_id
  UNION ALL SELECT kind, concat_ws(' ', first_name, last_name), email, created_at, answered_at, concat_ws(', ', role, company),
    array_to_string(replaced, E'\n') FROM app.access_requests WHERE id = p_id
$$;

-- Forgets what was sent, and the mails about it that wait or were sent; answers how many requests and messages it was.
CREATE FUNCTION app.forget_requests(p_email text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_messages bigint; v_requests bigint;
BEGIN
  DELETE FROM app.contact_messages WHERE lower(email) = lower(p_email);
  GET DIAGNOSTICS v_messages = ROW_COUNT;
  DELETE FROM app.access_requests WHERE lower(email) = lower(p_email);
  GET DIAGNOSTICS v_requests = ROW_COUNT;
  DELETE FROM app.outbox WHERE lower(p_email) IN (lower(recipient), lower(reply_to));
  RETURN v_messages + v_requests;
END $$;

-- Mails that went out, or that no server took, tell who wrote to whom: they are kept for a month.
CREATE FUNCTION app.forget_old_mails(p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$DELETE FROM app.outbox WHERE created_at < p_now - interval '30 days'$$;

-- True when something with this id was still open.
CREATE FUNCTION app.answer_request(p_id uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.contact_messages SET answered_at = p_now WHERE id = p_id AND answered_at IS NULL;
  IF FOUND THEN
    RETURN true;
  END IF;
  UPDATE app.access_requests SET answered_at = p_now WHERE id = p_id AND answered_at IS NULL;
  RETURN FOUND;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON app.access_requests, app.contact_messages TO app_definer;
GRANT SELECT, DELETE ON app.outbox TO app_definer;
GRANT SELECT, INSERT, DELETE ON app.spent_challenges TO app_definer;
GRANT EXECUTE ON FUNCTION app.spend_challenge(bytea, timestamptz),
  app.receive_access_request(text, text, text, text, text, text, timestamptz),
  app.receive_message(text, text, text, text, text, text, timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.forget_spent_challenges(timestamptz), app.claim_reminders(timestamptz), app.open_requests(),
  app.answer_request(uuid, timestamptz), app.read_request(uuid), app.forget_requests(text), app.forget_old_mails(timestamptz)
  TO app_worker;

RESET ROLE;
ALTER FUNCTION app.spend_challenge(bytea, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.forget_spent_challenges(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.receive_access_request(text, text, text, text, text, text, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.receive_message(text, text, text, text, text, text, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.claim_reminders(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.open_requests() OWNER TO app_definer;
ALTER FUNCTION app.answer_request(uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.read_request(uuid) OWNER TO app_definer;
ALTER FUNCTION app.forget_requests(text) OWNER TO app_definer;
ALTER FUNCTION app.forget_old_mails(timestamptz) OWNER TO app_definer;
