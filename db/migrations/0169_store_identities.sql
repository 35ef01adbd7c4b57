-- Each place for files has an id, which lies there, too: an empty folder in its place is noticed. See docs/decisions/0143.
SET LOCAL ROLE app_owner;
CREATE TABLE app.store_identities (
  geography text PRIMARY KEY CHECK (geography IN ('us', 'eu')),
  store_id text NOT NULL CHECK (length(store_id) BETWEEN 1 AND 100),
  known_since timestamptz NOT NULL DEFAULT now()
);
SELECT app.protect('app.store_identities');
GRANT SELECT, INSERT, UPDATE ON app.store_identities TO app_definer;
RESET ROLE;

SET LOCAL ROLE app_definer;

-- What the database knows of a place: its id, and whether there are files that should lie there, and people at all.
CREATE FUNCTION app.store_facts(p_geography text) RETURNS TABLE (id text, has_files boolean, has_people boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (SELECT s.store_id FROM app.store_identities s WHERE s.geography = p_geography),
    EXISTS (SELECT FROM app.evidence e JOIN app.storage_locations l ON l.id = e.storage_location_id AND l.geography = p_geography
      WHERE e.erased_at IS NULL),
    EXISTS (SELECT FROM auth.users)
$$;

CREATE FUNCTION app.know_store(p_geography text, p_id text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.store_identities AS s (geography, store_id) VALUES (p_geography, p_id)
    ON CONFLICT (geography) DO UPDATE SET store_id = excluded.store_id, known_since = now()
$$;
REVOKE ALL ON FUNCTION app.store_facts(text), app.know_store(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.store_facts(text), app.know_store(text, text) TO app_worker;
RESET ROLE;
