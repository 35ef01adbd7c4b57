-- The ledger is never signed on hearsay: a ledger whose past is lost begins again under a new origin, and names the old one.
SET LOCAL ROLE app_owner;

-- Which origin of the company a checkpoint is of: HOST/log/ID is the first, HOST/log/ID.2 the second.
ALTER TABLE app.ledger_checkpoints ADD COLUMN generation integer NOT NULL DEFAULT 1 CHECK (generation > 0);
ALTER TABLE app.ledger_checkpoints DROP CONSTRAINT ledger_checkpoints_pkey, ADD PRIMARY KEY (company_id, generation, size);

-- Each loss that an operator accepted, for good. last_…: the last checkpoint of the old origin that is known; NULL where none is.
CREATE TABLE app.ledger_losses (
  company_id uuid NOT NULL REFERENCES app.ledger_heads,
  -- Of the origin that begins here.
  generation integer NOT NULL CHECK (generation > 1),
  -- The entry that declares it.
  seq bigint NOT NULL,
  old_origin text NOT NULL,
  last_size bigint,
  last_root bytea CHECK (length(last_root) = 32),
  last_note text,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  person text NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, generation),
  FOREIGN KEY (company_id, seq) REFERENCES app.ledger_entries
);

-- Ledgers that the signer refuses to sign, until it signs them again.
CREATE TABLE app.signing_stops (
  company_id uuid PRIMARY KEY REFERENCES app.ledger_heads,
  failure text NOT NULL CHECK (failure IN ('anchor-lost', 'ledger-forked')),
  since timestamptz NOT NULL DEFAULT now()
);

SELECT app.protect(t) FROM unnest(ARRAY['app.ledger_losses', 'app.signing_stops']::regclass[]) t;
SELECT app.append_only('app.ledger_losses');
CREATE POLICY read ON app.ledger_losses FOR SELECT TO app_user, app_auditor USING (true);
GRANT SELECT ON app.ledger_losses TO app_user, app_auditor;
GRANT INSERT ON app.ledger_losses TO app_definer;
GRANT INSERT, UPDATE ON app.signing_stops TO app_definer;
-- For the operator's command, which finds out whether anything is lost before it accepts it.
GRANT SELECT (name, public_key, origin) ON app.instance_keys TO app_definer;

CREATE FUNCTION app.ledger_generation(p_company uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(max(l.generation), 1) FROM app.ledger_losses l WHERE l.company_id = p_company$$;

-- What the database knows of a company's signatures: the origin in force, its newest checkpoint (NULLs without one), and
-- whether anything was ever signed under that origin. A bundle was never made without a checkpoint.
CREATE FUNCTION app.signed_before(p_company uuid)
RETURNS TABLE (generation integer, size bigint, root bytea, note text, known boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.generation, k.size, k.root, k.note, k.size IS NOT NULL OR
    g.generation = 1 AND EXISTS (SELECT FROM app.exports e WHERE e.company_id = p_company AND e.ledger_size > 0)
  FROM (SELECT app.ledger_generation(p_company) AS generation) g
  LEFT JOIN LATERAL (SELECT c.size, c.root, c.note FROM app.ledger_checkpoints c
    WHERE c.company_id = p_company AND c.generation = g.generation ORDER BY c.size DESC LIMIT 1) k ON true
$$;

CREATE FUNCTION app.store_checkpoint(p_company uuid, p_generation integer, p_size bigint, p_root bytea, p_note text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.ledger_checkpoints (company_id, generation, size, root, note)
    VALUES (p_company, p_generation, p_size, p_root, p_note) ON CONFLICT DO NOTHING;
  DELETE FROM app.signing_stops s WHERE s.company_id = p_company;
END $$;

CREATE FUNCTION app.note_signing_stop(p_company uuid, p_failure text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.signing_stops AS s (company_id, failure)
    SELECT h.company_id, p_failure FROM app.ledger_heads h WHERE h.company_id = p_company
    ON CONFLICT (company_id) DO UPDATE SET failure = excluded.failure WHERE s.failure <> excluded.failure
$$;

-- How many ledgers are not signed, and why: for who runs the installation, in counts.
CREATE FUNCTION app.stopped_ledgers() RETURNS TABLE (failure text, ledgers bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.failure, count(*) FROM app.signing_stops s WHERE (SELECT app.is_platform_admin()) GROUP BY s.failure ORDER BY s.failure
$$;

-- Begins the next origin of a company's ledger with the entry that declares the loss. For the operator's command alone: no role
-- that serves may call it. Answers the place of the entry.
CREATE FUNCTION app.accept_ledger_loss(p_company uuid, p_generation integer, p_old_origin text, p_size bigint, p_root bytea, p_note text,
  p_reason text, p_person text, p_id uuid, p_subject text, p_details text, p_salt bytea, p_commitment text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_at timestamptz; v_seq bigint;
BEGIN
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO STRICT v_at
    FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
  IF p_generation <= app.ledger_generation(p_company) THEN
    RAISE EXCEPTION 'this origin began already' USING ERRCODE = '22023';
  END IF;
  IF p_id IS NULL OR coalesce(p_commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
    app.iso_instant(v_at), p_commitment, p_id, 'ledger.lossAccepted')], 0, ARRAY[NULL::uuid]);
  INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at) VALUES (p_company, v_seq,
    'ledger.lossAccepted', '00000000-0000-0000-0000-000000000000', p_subject, p_details, p_salt, v_at);
  INSERT INTO app.ledger_losses (company_id, generation, seq, old_origin, last_size, last_root, last_note, reason, person, accepted_at)
    VALUES (p_company, p_generation, v_seq, p_old_origin, p_size, p_root, p_note, p_reason, p_person, v_at);
  RETURN v_seq;
END $$;

GRANT EXECUTE ON FUNCTION app.ledger_generation(uuid) TO app_worker, app_definer;
GRANT EXECUTE ON FUNCTION app.signed_before(uuid), app.store_checkpoint(uuid, integer, bigint, bytea, text),
  app.note_signing_stop(uuid, text) TO app_worker, app_definer;
GRANT EXECUTE ON FUNCTION app.stopped_ledgers() TO app_user;
GRANT EXECUTE ON FUNCTION app.accept_ledger_loss(uuid, integer, text, bigint, bytea, text, text, text, uuid, text, text, bytea, text)
  TO app_definer;

RESET ROLE;
ALTER FUNCTION app.ledger_generation(uuid) OWNER TO app_definer;
ALTER FUNCTION app.signed_before(uuid) OWNER TO app_definer;
ALTER FUNCTION app.store_checkpoint(uuid, integer, bigint, bytea, text) OWNER TO app_definer;
ALTER FUNCTION app.note_signing_stop(uuid, text) OWNER TO app_definer;
ALTER FUNCTION app.stopped_ledgers() OWNER TO app_definer;
ALTER FUNCTION app.accept_ledger_loss(uuid, integer, text, bigint, bytea, text, text, text, uuid, text, text, bytea, text)
  OWNER TO app_definer;

SET LOCAL ROLE app_definer;
DROP FUNCTION app.store_checkpoint(uuid, bigint, bytea, text);
CREATE OR REPLACE FUNCTION app.ledgers_to_sign(p_company uuid) RETURNS TABLE (company_id uuid, size bigint, root bytea, location uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT h.company_id, h.size, h.root, c.storage_location_id
  FROM app.ledger_heads h JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
  WHERE h.size > 0 AND (p_company IS NULL OR h.company_id = p_company)
    AND NOT EXISTS (SELECT FROM app.ledger_checkpoints k WHERE k.company_id = h.company_id AND k.size = h.size
      AND k.generation = app.ledger_generation(h.company_id))
$$;
RESET ROLE;
