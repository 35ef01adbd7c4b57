-- How each control stands and stood, judged again whenever something may have changed. Nobody who serves requests writes here:
-- the worker judges, and app.record_judgement writes down what differs.
SET LOCAL ROLE app_owner;

-- One row whenever the status of a control changed; the first judgement of a company makes the first row of each.
CREATE TABLE app.control_changes (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('passing', 'failing', 'needs evidence', 'not applicable')),
  -- One sentence.
  reason text NOT NULL,
  -- The status before; NULL in a control's first row.
  was text,
  -- The entry that says so; NULL in a control's first row.
  ledger_index bigint,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX control_changes_of ON app.control_changes (company_id, control_id, at);
CREATE INDEX control_changes_newest ON app.control_changes (company_id, at DESC);

-- What was judged last.
CREATE TABLE app.control_standings (
  company_id uuid NOT NULL REFERENCES app.companies,
  control_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('passing', 'failing', 'needs evidence', 'not applicable')),
  reason text NOT NULL,
  since timestamptz NOT NULL,
  -- When this status ends if nothing happens, and the number of the item whose time is up then; NULL if it would not end.
  holds_until timestamptz,
  rests_on bigint,
  -- When what it rests on was last observed or filed.
  tested_at timestamptz,
  judged_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, control_id)
);

-- How far each company has been judged: it is due when its ledger has grown since, or when its next moment has come.
CREATE TABLE app.judgements (
  company_id uuid PRIMARY KEY REFERENCES app.ledger_heads,
  ledger_size bigint NOT NULL DEFAULT 0,
  judged_at timestamptz,
  next_at timestamptz,
  -- Judgements so far: of two that began with the same one, the second is thrown away.
  version bigint NOT NULL DEFAULT 0,
  -- Whoever judges it now has until then; one that fails is tried again after that, behind all others.
  claimed_until timestamptz
);

SELECT app.protect(t) FROM unnest(ARRAY['app.control_changes', 'app.control_standings', 'app.judgements']::regclass[]) t;
SELECT app.append_only('app.control_changes');
CREATE POLICY read ON app.control_changes FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.control_changes FOR SELECT TO app_auditor USING ((SELECT app.is_auditing()));
CREATE POLICY read ON app.control_standings FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.judgements FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.control_changes, app.control_standings TO app_user;
GRANT SELECT ON app.control_changes TO app_auditor;
GRANT SELECT (company_id, ledger_size, judged_at, next_at) ON app.judgements TO app_user;

-- Companies that are due, each claimed until the lease ends. Those that failed before come last.
CREATE FUNCTION app.claim_judgements(p_now timestamptz, p_lease_seconds integer, p_batch integer) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.judgements (company_id) SELECT h.company_id FROM app.ledger_heads h
    WHERE h.size > 0 AND NOT EXISTS (SELECT FROM app.judgements j WHERE j.company_id = h.company_id) ON CONFLICT DO NOTHING;
  RETURN QUERY WITH due AS (
      SELECT j.company_id FROM app.judgements j
      JOIN app.ledger_heads h ON h.company_id = j.company_id
      JOIN app.companies c ON c.id = j.company_id AND c.deleted_at IS NULL
      WHERE (j.version = 0 OR h.size > j.ledger_size OR j.next_at <= p_now)
        AND (j.claimed_until IS NULL OR j.claimed_until <= p_now)
      ORDER BY j.claimed_until NULLS FIRST, j.judged_at NULLS FIRST LIMIT p_batch FOR NO KEY UPDATE OF j SKIP LOCKED)
    UPDATE app.judgements j SET claimed_until = p_now + make_interval(secs => p_lease_seconds)
      FROM due WHERE j.company_id = due.company_id RETURNING j.company_id;
END $$;

-- Everything that a judgement of a company rests on, as of one moment: the newest result of each check and source, the newest
-- and the longest-lasting item of each control, the latest decisions, and how the controls stood before.
CREATE FUNCTION app.facts_to_judge(p_company uuid, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('size', h.size, 'version', j.version,
    'checks', (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM (
      SELECT DISTINCT ON (r.check_id, r.source) r.check_id, r.source, r.outcome, r.reason, r.observed_at, r.valid_until, e.number
      FROM app.check_results r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
      WHERE r.company_id = p_company ORDER BY r.check_id, r.source, r.observed_at DESC, r.recorded_at DESC) r),
    'evidence', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', t.control_id, 'count', t.evidence_count,
        'newest', to_jsonb(n), 'valid', to_jsonb(v))), '[]')
      FROM app.control_totals t
      LEFT JOIN LATERAL (SELECT c.number, e.name, c.valid_until, e.filed_at FROM app.evidence_controls c
        JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
        WHERE c.company_id = p_company AND c.control_id = t.control_id ORDER BY c.number DESC LIMIT 1) n ON true
      LEFT JOIN LATERAL (SELECT c.number, e.name, c.valid_until, e.filed_at FROM app.evidence_controls c
        JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
        WHERE c.company_id = p_company AND c.control_id = t.control_id AND c.valid_until > p_now AND c.superseded_by IS NULL
        ORDER BY c.valid_until DESC, c.number DESC LIMIT 1) v ON true
      WHERE t.company_id = p_company),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.control_id) d.control_id, d.applicable, d.reason FROM app.applicability_decisions d
      WHERE d.company_id = p_company ORDER BY d.control_id, d.decided_at DESC) d),
    'standings', (SELECT coalesce(jsonb_agg(jsonb_build_object('control_id', s.control_id, 'status', s.status)), '[]')
      FROM app.control_standings s WHERE s.company_id = p_company))
  FROM app.ledger_heads h JOIN app.judgements j ON j.company_id = h.company_id
  JOIN app.companies c ON c.id = h.company_id AND c.deleted_at IS NULL
  WHERE h.company_id = p_company
$$;

CREATE FUNCTION app.event_of_status(p_status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_status WHEN 'passing' THEN 'control.passing' WHEN 'failing' THEN 'control.failing'
    WHEN 'needs evidence' THEN 'control.needsEvidence' WHEN 'not applicable' THEN 'control.notApplicable' END
$$;

-- Writes down what a judgement found, with an entry in the ledger for each status that changed, whose actor is the
-- installation itself. p_standings lists all controls; what changed brings the salted text of its entry. False when
-- another judgement came first: then nothing is written, and the company is still due if it was.
CREATE FUNCTION app.record_judgement(p_company uuid, p_now timestamptz, p_version bigint, p_size bigint, p_next timestamptz,
  p_standings jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_size bigint := p_size; v_head bigint; v_at timestamptz; v_seq bigint;
BEGIN
  PERFORM FROM app.judgements j WHERE j.company_id = p_company AND j.version = p_version FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR v IN SELECT x.*, s.status AS was FROM jsonb_to_recordset(p_standings) x (control_id text, status text, reason text,
        holds_until timestamptz, rests_on bigint, tested_at timestamptz, act_id uuid, details text, salt text, commitment text)
      LEFT JOIN app.control_standings s ON s.company_id = p_company AND s.control_id = x.control_id ORDER BY x.control_id LOOP
    v_seq := NULL;
    IF v.was <> v.status THEN
      IF v_at IS NULL THEN
        SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_head, v_at
          FROM app.ledger_heads h WHERE h.company_id = p_company FOR UPDATE;
      END IF;
      IF v.act_id IS NULL OR v.details IS NULL OR v.salt IS NULL OR coalesce(v.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$' THEN
        RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
      END IF;
      v_seq := app.append_entries(p_company, v_at, ARRAY[format('{"at":"%s","c":"%s","id":"%s","t":"%s","v":1}',
        app.iso_instant(v_at), v.commitment, v.act_id, app.event_of_status(v.status))], 0, NULL);
      INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at) VALUES (p_company, v_seq,
        app.event_of_status(v.status), '00000000-0000-0000-0000-000000000000', v.control_id, v.details, decode(v.salt, 'base64'), v_at);
      -- Its own entries do not make a company due again; those that others appended meanwhile do.
      v_size := CASE WHEN v_seq = v_size THEN v_size + 1 ELSE v_size END;
    END IF;
    IF v.was IS DISTINCT FROM v.status THEN
      INSERT INTO app.control_changes (company_id, control_id, at, status, reason, was, ledger_index)
        VALUES (p_company, v.control_id, p_now, v.status, v.reason, v.was, v_seq);
    END IF;
    INSERT INTO app.control_standings AS s (company_id, control_id, status, reason, since, holds_until, rests_on, tested_at, judged_at)
      VALUES (p_company, v.control_id, v.status, v.reason, p_now, v.holds_until, v.rests_on, v.tested_at, p_now)
      ON CONFLICT (company_id, control_id) DO UPDATE SET (status, reason, since, holds_until, rests_on, tested_at, judged_at) =
        (excluded.status, excluded.reason, CASE WHEN s.status = excluded.status THEN s.since ELSE excluded.since END,
        excluded.holds_until, excluded.rests_on, excluded.tested_at, excluded.judged_at)
      WHERE (s.status, s.reason, s.holds_until, s.rests_on, s.tested_at)
        IS DISTINCT FROM (excluded.status, excluded.reason, excluded.holds_until, excluded.rests_on, excluded.tested_at);
  END LOOP;
  UPDATE app.judgements j SET ledger_size = v_size, judged_at = p_now, next_at = p_next, version = p_version + 1, claimed_until = NULL
    WHERE j.company_id = p_company;
  RETURN true;
END $$;

GRANT SELECT, INSERT ON app.control_changes TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.control_standings, app.judgements TO app_definer;
GRANT EXECUTE ON FUNCTION app.event_of_status(text) TO app_definer;
GRANT EXECUTE ON FUNCTION app.claim_judgements(timestamptz, integer, integer), app.facts_to_judge(uuid, timestamptz),
  app.record_judgement(uuid, timestamptz, bigint, bigint, timestamptz, jsonb) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.claim_judgements(timestamptz, integer, integer) OWNER TO app_definer;
ALTER FUNCTION app.facts_to_judge(uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.record_judgement(uuid, timestamptz, bigint, bigint, timestamptz, jsonb) OWNER TO app_definer;
