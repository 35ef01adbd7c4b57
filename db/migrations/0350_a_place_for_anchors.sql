-- The place for anchors has an id, as places for files and backups have: an empty folder in its place is noticed before it is written to.
SET LOCAL ROLE app_owner;
ALTER TABLE app.store_identities DROP CONSTRAINT store_identities_geography_check,
  ADD CONSTRAINT store_identities_geography_check CHECK (geography IN ('us', 'eu', 'anchors') OR geography ~ '^backups:[0-9a-f]{16}$');
RESET ROLE;

SET LOCAL ROLE app_definer;

-- The id of the place for anchors, NULL where none is known; the first id that somebody finds there is the one. And whether anything was
-- ever signed.
CREATE FUNCTION app.anchor_place(p_found text) RETURNS TABLE (id text, has_signed boolean)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.store_identities (geography, store_id) SELECT 'anchors', p_found WHERE p_found IS NOT NULL ON CONFLICT DO NOTHING;
  SELECT (SELECT s.store_id FROM app.store_identities s WHERE s.geography = 'anchors'), EXISTS (SELECT FROM app.ledger_checkpoints)
$$;
REVOKE ALL ON FUNCTION app.anchor_place(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.anchor_place(text) TO app_signer, app_worker;
RESET ROLE;
