-- What is known of backups that were written: for Health, for the weekly self-test, and for a restore of an older one.
SET LOCAL ROLE app_owner;

CREATE TABLE app.backups (
  id uuid PRIMARY KEY,
  written_at timestamptz NOT NULL,
  -- On the machine that wrote it.
  file text NOT NULL,
  bytes bigint NOT NULL,
  -- Opens this one file: wrapped by SECRET_KEY, kept for the newest until its self-test, in no backup.
  file_key bytea,
  tested_at timestamptz,
  -- What the test found; without one the backup could be restored.
  fault text
);
CREATE INDEX backups_newest ON app.backups (written_at DESC);

SELECT app.protect('app.backups');
CREATE POLICY work ON app.backups TO app_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON app.backups TO app_worker;
GRANT SELECT ON app.backups TO app_definer;

-- The newest backup and the newest self-test, for those who run the installation.
CREATE FUNCTION app.backup_health() RETURNS TABLE (written_at timestamptz, bytes bigint, tested_at timestamptz,
  tested_written_at timestamptz, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.written_at, b.bytes, t.tested_at, t.written_at, t.fault
  FROM (SELECT * FROM app.backups ORDER BY written_at DESC LIMIT 1) b
  LEFT JOIN (SELECT * FROM app.backups WHERE tested_at IS NOT NULL ORDER BY tested_at DESC LIMIT 1) t ON true
  WHERE (SELECT app.is_platform_admin())
$$;
GRANT EXECUTE ON FUNCTION app.backup_health() TO app_user;

RESET ROLE;
ALTER FUNCTION app.backup_health() OWNER TO app_definer;
