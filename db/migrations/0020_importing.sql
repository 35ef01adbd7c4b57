-- Mappings by which CSV files are read, and the pipelines that may push reports without a stored key.
SET LOCAL ROLE app_owner;

-- How the columns of one kind of CSV file are read, as a person decided once.
CREATE TABLE app.csv_mappings (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  name text NOT NULL CHECK (btrim(name) <> ''),
  -- The first row of the file it was made with.
  header text[] NOT NULL,
  -- Meaning to column, and word of the file to outcome.
  columns jsonb NOT NULL,
  words jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX csv_mappings_by_name ON app.csv_mappings (company_id, lower(name));

-- The mapping as it was when the file was read: a mapping that is removed later changes nothing that was judged by it.
ALTER TABLE app.imports ADD COLUMN mapping jsonb, ADD COLUMN counted jsonb NOT NULL DEFAULT '{}';

-- A pipeline whose own identity, as its platform signs it, is exchanged for a token of minutes that may import and nothing else.
CREATE TABLE app.pipelines (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  -- As the platform writes it, owner/name.
  repository text NOT NULL CHECK (btrim(repository) <> ''),
  branch text NOT NULL CHECK (btrim(branch) <> ''),
  -- The number that the platform never gives twice, kept at the first exchange: whoever takes the name over later is somebody else.
  repository_id text,
  -- What is pushed counts as having brought a second factor, because whoever trusted it had.
  has_second_factor boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX pipelines_once ON app.pipelines (company_id, lower(repository), branch);

-- A pipeline that is trusted no longer takes its tokens with it.
ALTER TABLE app.api_tokens ADD FOREIGN KEY (company_id, pipeline_id) REFERENCES app.pipelines ON DELETE CASCADE;

SELECT app.protect(t) FROM unnest(ARRAY['app.csv_mappings', 'app.pipelines']::regclass[]) t;

CREATE POLICY read ON app.csv_mappings FOR SELECT TO app_user USING (true);
CREATE POLICY make ON app.csv_mappings FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND created_by = (SELECT app.uid()));
CREATE POLICY remove ON app.csv_mappings FOR DELETE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'));
CREATE POLICY rename ON app.csv_mappings FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'));
GRANT SELECT, INSERT, UPDATE (name), DELETE ON app.csv_mappings TO app_user;

CREATE POLICY read ON app.pipelines FOR SELECT TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY make ON app.pipelines FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin') AND created_by = (SELECT app.uid()) AND (SELECT app.api_access())
    AND (NOT has_second_factor OR (SELECT app.has_second_factor())));
CREATE POLICY remove ON app.pipelines FOR DELETE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
GRANT SELECT (company_id, id, repository, branch, created_by, created_at, last_used_at),
  INSERT (company_id, id, repository, branch, has_second_factor, created_by, created_at), DELETE ON app.pipelines TO app_user;
GRANT SELECT (pipeline_id) ON app.api_tokens TO app_user;

CREATE FUNCTION app.limit_csv_mappings() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.lock_ledger();
  IF (SELECT count(*) FROM app.csv_mappings m WHERE m.company_id = NEW.company_id) >= 100 THEN
    RAISE EXCEPTION 'too many mappings' USING ERRCODE = 'EX429';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER limit_csv_mappings BEFORE INSERT ON app.csv_mappings FOR EACH ROW EXECUTE FUNCTION app.limit_csv_mappings();

CREATE FUNCTION app.limit_pipelines() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.lock_ledger();
  IF (SELECT count(*) FROM app.pipelines p WHERE p.company_id = NEW.company_id) >= 50 THEN
    RAISE EXCEPTION 'too many pipelines' USING ERRCODE = 'EX429';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER limit_pipelines BEFORE INSERT ON app.pipelines FOR EACH ROW EXECUTE FUNCTION app.limit_pipelines();

-- Trades a proof of identity that was verified already for a token, whose hash is given. NULL, and nothing else, where the
-- company trusts no such pipeline, whoever trusted it is no admin any more, or the proof was traded before: from outside all
-- of that looks the same.
CREATE FUNCTION app.exchange_pipeline_token(p_company uuid, p_repository text, p_repository_id text, p_branch text,
  p_proof_sha256 bytea, p_token_sha256 bytea, p_start text, p_now timestamptz, p_until timestamptz)
RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_id uuid := gen_random_uuid();
BEGIN
  SELECT p.* INTO v FROM app.pipelines p
    JOIN app.companies c ON c.id = p.company_id AND c.deleted_at IS NULL
    JOIN app.company_members m ON m.company_id = p.company_id AND m.user_id = p.created_by AND m.status = 'active'
      AND m.role IN ('owner', 'admin')
    WHERE p.company_id = p_company AND lower(p.repository) = lower(p_repository) AND p.branch = p_branch
      AND coalesce(p.repository_id, p_repository_id) = p_repository_id
    FOR NO KEY UPDATE OF p;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM app.api_tokens t WHERE t.company_id = p_company AND t.pipeline_id = v.id AND t.expires_at < p_now - interval '1 day';
  INSERT INTO app.api_tokens (company_id, id, name, start, token_sha256, scopes, has_second_factor, created_by, created_at,
      expires_at, pipeline_id, proof_sha256)
    VALUES (p_company, v_id, v.repository || ', ' || v.branch, p_start, p_token_sha256, ARRAY['imports:write'], v.has_second_factor,
      v.created_by, p_now, p_until, v.id, p_proof_sha256)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE app.pipelines p SET repository_id = p_repository_id, last_used_at = p_now WHERE p.company_id = p_company AND p.id = v.id;
  RETURN v_id;
END $$;

GRANT INSERT ON app.api_tokens TO app_definer;
GRANT UPDATE (repository_id, last_used_at) ON app.pipelines TO app_definer;
GRANT EXECUTE ON FUNCTION app.exchange_pipeline_token(uuid, text, text, text, bytea, bytea, text, timestamptz, timestamptz) TO app_auth;

RESET ROLE;
ALTER FUNCTION app.limit_csv_mappings() OWNER TO app_definer;
ALTER FUNCTION app.limit_pipelines() OWNER TO app_definer;
ALTER FUNCTION app.exchange_pipeline_token(uuid, text, text, text, bytea, bytea, text, timestamptz, timestamptz) OWNER TO app_definer;
