-- Who a list of accounts no longer shows is asked about, and a roster that comes back empty is told once. See docs/decisions/0196.
SET LOCAL ROLE app_owner;
ALTER TABLE app.account_lists
  -- The accounts that were active in the newest list that was whole and not empty, with whose they were; NULL before there is one.
  ADD COLUMN active jsonb,
  -- Whom such a list did not show active any more, and which exhibit says so. Nobody is ended by it.
  ADD COLUMN gone jsonb NOT NULL DEFAULT '[]',
  -- Since when everything was read and it listed nobody, how many there were before, and when owners and admins were told.
  ADD COLUMN emptied_at timestamptz,
  ADD COLUMN emptied_from integer,
  ADD COLUMN told_at timestamptz;
GRANT UPDATE (active, gone, emptied_at, emptied_from, told_at) ON app.account_lists TO app_user;
GRANT UPDATE (told_at) ON app.account_lists TO app_definer;

SET LOCAL ROLE app_definer;
GRANT EXECUTE ON FUNCTION app.enqueue_row() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_emptied AFTER UPDATE OF emptied_at ON app.account_lists FOR EACH ROW
  WHEN (NEW.emptied_at IS NOT NULL AND NEW.told_at IS NULL) EXECUTE FUNCTION app.enqueue_row('attention', 'connection_id');
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_row() FROM app_owner;

-- Owners and admins who are told that the list of a connection came back empty: each is answered once, until it lists somebody again.
CREATE FUNCTION app.take_emptied(p_company uuid, p_connection uuid, p_now timestamptz)
RETURNS TABLE (company text, connection_id uuid, provider text, account text, listed integer, emptied_at timestamptz, email text, first_name text,
  last_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v app.account_lists;
BEGIN
  SELECT l.* INTO v FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.companies c ON c.id = l.company_id AND c.deleted_at IS NULL
    WHERE l.company_id = p_company AND l.connection_id = p_connection AND l.emptied_at IS NOT NULL AND l.told_at IS NULL
    FOR NO KEY UPDATE OF l;
  IF v.connection_id IS NULL THEN RETURN; END IF;
  UPDATE app.account_lists l SET told_at = p_now WHERE l.company_id = v.company_id AND l.connection_id = v.connection_id;
  RETURN QUERY SELECT c.name, k.id, k.provider, k.account_label, v.emptied_from, v.emptied_at, u.email, p.first_name, p.last_name
    FROM app.companies c JOIN app.connections k ON k.company_id = c.id AND k.id = v.connection_id
    JOIN app.company_members m ON m.company_id = c.id AND m.status = 'active' AND m.role IN ('owner', 'admin')
    JOIN auth.users u ON u.id = m.user_id JOIN app.profiles p ON p.id = m.user_id
    WHERE c.id = v.company_id
      AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = m.user_id AND b.disabled_at IS NOT NULL);
END $$;
REVOKE ALL ON FUNCTION app.take_emptied(uuid, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.take_emptied(uuid, uuid, timestamptz) TO app_worker;

-- What waits without a job, after a restore, too.
DO $$
DECLARE v_text text := pg_get_functiondef('app.enqueue_waiting()'::regprocedure);
  v_line text := $q$UNION ALL SELECT 'collections', r.connection_id::text$q$;
BEGIN
  IF position(v_line IN v_text) = 0 THEN RAISE EXCEPTION 'app.enqueue_waiting is another one'; END IF;
  EXECUTE replace(v_text, v_line, $q$UNION ALL SELECT 'attention', l.connection_id::text, l.company_id, '-infinity' FROM app.account_lists l
      WHERE l.emptied_at IS NOT NULL AND l.told_at IS NULL
    $q$ || v_line);
END $$;
RESET ROLE;
