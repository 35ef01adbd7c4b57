-- Linking accounts: for whom credentials are sealed, ways to vendors and back, and the end of a connection.
SET LOCAL ROLE app_owner;

-- The public half of the workers' key: everybody may seal for it, and no other role of the database has the private half.
CREATE TABLE app.sealing_keys (
  place smallint PRIMARY KEY DEFAULT 1 CHECK (place = 1),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  published_at timestamptz NOT NULL
);

-- Credentials of a connection that ended, until the vendor was told, for a day at most.
CREATE TABLE app.ended_links (
  company_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  version integer NOT NULL,
  sealed bytea NOT NULL,
  ended_at timestamptz NOT NULL,
  claimed_until timestamptz,
  PRIMARY KEY (company_id, connection_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections
);

-- When its owners and admins were told that it needs attention: once until it is connected again.
ALTER TABLE app.connections ADD COLUMN told_at timestamptz;

SELECT app.protect(t) FROM unnest(ARRAY['app.sealing_keys', 'app.ended_links']::regclass[]) t;
CREATE POLICY read ON app.sealing_keys FOR SELECT TO app_user, app_worker USING (true);
GRANT SELECT ON app.sealing_keys TO app_user, app_worker;
GRANT SELECT, INSERT, UPDATE ON app.sealing_keys TO app_definer;

-- Owners and admins see their own company's ways, which they cannot open, and say that one can be finished.
CREATE POLICY look ON app.link_attempts FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY finish ON app.link_attempts FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));

-- Whether credentials are sealed from now on for this key. Another one only takes its place while nothing is sealed.
CREATE FUNCTION app.publish_sealing_key(p_key bytea, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sealing key', 0));
  IF EXISTS (SELECT FROM app.sealing_keys k WHERE k.public_key = p_key) THEN RETURN true; END IF;
  IF EXISTS (SELECT FROM app.connection_secrets) OR EXISTS (SELECT FROM app.link_attempts) THEN
    IF EXISTS (SELECT FROM app.sealing_keys) THEN RETURN false; END IF;
  END IF;
  INSERT INTO app.sealing_keys (public_key, published_at) VALUES (p_key, p_now)
    ON CONFLICT (place) DO UPDATE SET public_key = p_key, published_at = p_now;
  RETURN true;
END $$;

-- The private half is lost: what was sealed for it opens nothing, and every connection asks to be connected again.
CREATE FUNCTION app.forget_sealing_key() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_connections integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sealing key', 0));
  UPDATE app.connections SET state = 'needs attention', attention = 'connection-key-lost'
    WHERE state IN ('connected', 'paused', 'needs attention');
  GET DIAGNOSTICS v_connections = ROW_COUNT;
  UPDATE app.connections SET state = 'disconnected', disconnected_at = now() WHERE state IN ('linking', 'confirming');
  DELETE FROM app.connection_secrets;
  DELETE FROM app.link_attempts;
  DELETE FROM app.ended_links;
  DELETE FROM app.sealing_keys;
  RETURN v_connections;
END $$;

-- The caller's own way of this state, which is gone with the answer: it counts once, whatever is found wrong with it.
CREATE FUNCTION app.take_link(p_state_sha256 bytea)
RETURNS TABLE (company_id uuid, id uuid, connection_id uuid, provider text, method text, facts jsonb, session_sha256 bytea,
  redirect_uri text, sealed bytea, expires_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.link_attempts l USING app.connections k
  WHERE l.state_sha256 = p_state_sha256 AND l.user_id = nullif(current_setting('app.user_id', true), '')::uuid
    AND l.ready_at IS NULL AND k.company_id = l.company_id AND k.id = l.connection_id
  RETURNING l.company_id, l.id, l.connection_id, k.provider, l.method, l.facts, l.session_sha256, l.redirect_uri, l.sealed, l.expires_at
$$;

-- One way that can be finished, claimed until the lease ends.
CREATE FUNCTION app.claim_link(p_now timestamptz, p_lease_seconds integer) RETURNS TABLE (company_id uuid, connection_id uuid, id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.link_attempts l SET claimed_until = p_now + make_interval(secs => p_lease_seconds)
  WHERE (l.company_id, l.id) = (
    SELECT x.company_id, x.id FROM app.link_attempts x
    JOIN app.connections k ON k.company_id = x.company_id AND k.id = x.connection_id AND k.state <> 'disconnected'
    JOIN app.companies c ON c.id = x.company_id AND c.deleted_at IS NULL
    WHERE x.ready_at IS NOT NULL AND (x.claimed_until IS NULL OR x.claimed_until <= p_now)
    ORDER BY x.ready_at LIMIT 1 FOR UPDATE OF x SKIP LOCKED)
  RETURNING l.company_id, l.connection_id, l.id
$$;

-- Credentials of one connection that ended, for whoever tells the vendor, until the lease ends.
CREATE FUNCTION app.claim_ended_link(p_now timestamptz, p_lease_seconds integer)
RETURNS TABLE (company_id uuid, connection_id uuid, provider text, method text, typed jsonb, account_facts jsonb, version integer, sealed bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.ended_links e SET claimed_until = p_now + make_interval(secs => p_lease_seconds)
  FROM app.connections k
  WHERE (e.company_id, e.connection_id) = (
    SELECT x.company_id, x.connection_id FROM app.ended_links x WHERE x.claimed_until IS NULL OR x.claimed_until <= p_now
    ORDER BY x.ended_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    AND k.company_id = e.company_id AND k.id = e.connection_id
  RETURNING e.company_id, e.connection_id, k.provider, k.method, k.typed, k.account_facts, e.version, e.sealed
$$;
CREATE FUNCTION app.forget_ended_link(p_company uuid, p_connection uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$DELETE FROM app.ended_links WHERE company_id = p_company AND connection_id = p_connection$$;

-- Ends ways that nobody came back from, connections that were never confirmed, and what a vendor could not be told in a day.
CREATE FUNCTION app.forget_old_links(p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.link_attempts WHERE expires_at <= p_now;
  UPDATE app.connections k SET state = 'needs attention', attention = 'connection-expired'
    WHERE k.state = 'linking' AND k.connected_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM app.link_attempts l WHERE l.company_id = k.company_id AND l.connection_id = k.id);
  UPDATE app.connections k SET state = 'disconnected', disconnected_at = p_now
    WHERE k.state IN ('linking', 'confirming') AND k.connected_at IS NULL AND k.created_at <= p_now - interval '7 days'
      AND NOT EXISTS (SELECT FROM app.link_attempts l WHERE l.company_id = k.company_id AND l.connection_id = k.id);
  DELETE FROM app.ended_links WHERE ended_at <= p_now - interval '1 day';
END $$;

-- What goes with a connection that ends: the database forgets its credentials, whoever ends it and however.
CREATE FUNCTION app.end_connection() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.ended_links (company_id, connection_id, version, sealed, ended_at)
    SELECT s.company_id, s.connection_id, s.version, s.sealed, coalesce(NEW.disconnected_at, now()) FROM app.connection_secrets s
    WHERE s.company_id = NEW.company_id AND s.connection_id = NEW.id ORDER BY s.version DESC LIMIT 1;
  DELETE FROM app.connection_secrets s WHERE s.company_id = NEW.company_id AND s.connection_id = NEW.id;
  DELETE FROM app.link_attempts l WHERE l.company_id = NEW.company_id AND l.connection_id = NEW.id;
  DELETE FROM app.collection_parts p WHERE p.company_id = NEW.company_id AND p.connection_id = NEW.id;
  DELETE FROM app.collection_cache c WHERE c.company_id = NEW.company_id AND c.connection_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER end_connection AFTER UPDATE OF state ON app.connections
  FOR EACH ROW WHEN (NEW.state = 'disconnected' AND OLD.state <> 'disconnected') EXECUTE FUNCTION app.end_connection();

CREATE FUNCTION app.end_incident_of_connection() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.told_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER end_incident_of_connection BEFORE UPDATE OF state ON app.connections
  FOR EACH ROW WHEN (NEW.state = 'connected' AND OLD.state <> 'connected') EXECUTE FUNCTION app.end_incident_of_connection();

-- Who is to be told that a connection needs attention: its company's owners and admins, once. The rows of one connection.
CREATE FUNCTION app.claim_attention(p_now timestamptz)
RETURNS TABLE (company text, connection_id uuid, provider text, account text, attention text, email text, first_name text, last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v app.connections;
BEGIN
  SELECT k.* INTO v FROM app.connections k JOIN app.companies c ON c.id = k.company_id AND c.deleted_at IS NULL
    WHERE k.state = 'needs attention' AND k.told_at IS NULL ORDER BY k.created_at LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED;
  IF v.id IS NULL THEN RETURN; END IF;
  UPDATE app.connections k SET told_at = p_now WHERE k.company_id = v.company_id AND k.id = v.id;
  RETURN QUERY SELECT c.name, v.id, v.provider, v.account_label, v.attention, u.email, p.first_name, p.last_name
    FROM app.companies c
    JOIN app.company_members m ON m.company_id = c.id AND m.status = 'active' AND m.role IN ('owner', 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE c.id = v.company_id
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL);
END $$;

GRANT SELECT, DELETE ON app.connection_secrets, app.collection_parts, app.collection_cache TO app_definer;
GRANT SELECT, UPDATE (claimed_until), DELETE ON app.link_attempts TO app_definer;
GRANT SELECT, INSERT, UPDATE (claimed_until), DELETE ON app.ended_links TO app_definer;
GRANT DELETE ON app.sealing_keys TO app_definer;
GRANT UPDATE (state, attention, told_at, disconnected_at) ON app.connections TO app_definer;
GRANT EXECUTE ON FUNCTION app.take_link(bytea) TO app_user;
GRANT EXECUTE ON FUNCTION app.publish_sealing_key(bytea, timestamptz), app.forget_sealing_key(), app.claim_link(timestamptz, integer),
  app.claim_ended_link(timestamptz, integer), app.forget_ended_link(uuid, uuid), app.forget_old_links(timestamptz),
  app.claim_attention(timestamptz) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.publish_sealing_key(bytea, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.forget_sealing_key() OWNER TO app_definer;
ALTER FUNCTION app.take_link(bytea) OWNER TO app_definer;
ALTER FUNCTION app.claim_link(timestamptz, integer) OWNER TO app_definer;
ALTER FUNCTION app.claim_ended_link(timestamptz, integer) OWNER TO app_definer;
ALTER FUNCTION app.forget_ended_link(uuid, uuid) OWNER TO app_definer;
ALTER FUNCTION app.forget_old_links(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.end_connection() OWNER TO app_definer;
ALTER FUNCTION app.claim_attention(timestamptz) OWNER TO app_definer;
