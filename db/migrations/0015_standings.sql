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

-- What people are alerted to, once each: a control that fails, one that passed and needs evidence again, and one that will
-- soon. A control has one that is open at most.
CREATE TABLE app.incidents (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('failing', 'expired', 'expiring')),
  began_at timestamptz NOT NULL,
  reason text NOT NULL,
  -- When the control falls, and the number of the item whose time is up then: of one that is expiring.
  ends_at timestamptz,
  number bigint,
  ended_at timestamptz,
  ended_as text,
  -- When it was handed to those who are mailed: its beginning, its last call, its end.
  told_at timestamptz,
  last_call_at timestamptz,
  ended_told_at timestamptz,
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX incidents_one_open ON app.incidents (company_id, control_id) WHERE ended_at IS NULL;
CREATE INDEX incidents_newest ON app.incidents (company_id, began_at DESC, id DESC);
CREATE INDEX incidents_to_tell ON app.incidents (company_id) WHERE told_at IS NULL OR ended_at IS NOT NULL AND ended_told_at IS NULL;

-- A person's own: nothing is mailed to them about a control until then.
CREATE TABLE app.control_mutes (
  company_id uuid NOT NULL REFERENCES app.companies,
  user_id uuid NOT NULL,
  control_id text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id, control_id)
);

-- What waits to be mailed of incidents. A row goes in the transaction that writes its mail.
CREATE TABLE app.incident_alerts (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('began', 'last call', 'ended')),
  daily boolean NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id, incident_id, what),
  FOREIGN KEY (company_id, incident_id) REFERENCES app.incidents
);
CREATE INDEX incident_alerts_due ON app.incident_alerts (due_at);

-- What a company says of itself in public. Without a row, or while it is off, it says nothing.
CREATE TABLE app.portals (
  company_id uuid PRIMARY KEY REFERENCES app.companies,
  is_on boolean NOT NULL DEFAULT false,
  title text NOT NULL,
  introduction text NOT NULL,
  -- An address that visitors may write to for a report.
  contact text,
  -- Whether search engines may list it.
  listed boolean NOT NULL DEFAULT false,
  controls text[] NOT NULL,
  frameworks text[] NOT NULL
);

SELECT app.protect(t) FROM unnest(ARRAY['app.control_changes', 'app.control_standings', 'app.judgements', 'app.incidents',
  'app.control_mutes', 'app.incident_alerts', 'app.portals']::regclass[]) t;
SELECT app.append_only('app.control_changes');
CREATE POLICY read ON app.control_changes FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.control_changes FOR SELECT TO app_auditor USING (true);
CREATE POLICY read ON app.control_standings FOR SELECT TO app_user USING (true);
CREATE POLICY read ON app.judgements FOR SELECT TO app_user USING (true);
GRANT SELECT ON app.control_changes, app.control_standings TO app_user;
GRANT SELECT ON app.control_changes TO app_auditor;
GRANT SELECT (company_id, ledger_size, judged_at, next_at) ON app.judgements TO app_user;
CREATE POLICY read ON app.incidents FOR SELECT TO app_user USING (true);
CREATE POLICY acknowledge ON app.incidents FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member'))
  WITH CHECK (acknowledged_by = (SELECT app.uid()));
GRANT SELECT, UPDATE (acknowledged_by, acknowledged_at) ON app.incidents TO app_user;
CREATE POLICY own ON app.control_mutes TO app_user USING (user_id = (SELECT app.uid())) WITH CHECK (user_id = (SELECT app.uid()));
GRANT SELECT, INSERT, UPDATE (until), DELETE ON app.control_mutes TO app_user;

CREATE POLICY read ON app.portals FOR SELECT TO app_user USING (true);
CREATE POLICY publish ON app.portals FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin'));
CREATE POLICY change ON app.portals FOR UPDATE TO app_user USING ((SELECT app.my_role()) IN ('owner', 'admin'));
GRANT SELECT, INSERT, UPDATE (is_on, title, introduction, contact, listed, controls, frameworks) ON app.portals TO app_user;

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
        -- A clock that is a little behind waits until it has caught up, and takes back nothing that another one judged.
        AND (j.judged_at IS NULL OR j.judged_at <= p_now OR j.judged_at > p_now + interval '5 minutes')
      ORDER BY j.claimed_until NULLS FIRST, j.judged_at NULLS FIRST LIMIT p_batch FOR NO KEY UPDATE OF j SKIP LOCKED)
    UPDATE app.judgements j SET claimed_until = p_now + make_interval(secs => p_lease_seconds)
      FROM due WHERE j.company_id = due.company_id RETURNING j.company_id;
END $$;

-- The newest result of each check and source, as it counts at p_now. A run of a connection that saw nothing new says again what its
-- item says: the result is as young as the newest such run, and counts for as much longer. What came from a connection that ended
-- counts until it is too old, and then no more is asked of it. p_size: only what the ledger's first so many entries speak of;
-- p_from and p_before: only what rests on items that were collected then. NULL does not narrow.
CREATE FUNCTION app.newest_results(p_company uuid, p_now timestamptz, p_size bigint, p_from timestamptz, p_before timestamptz)
RETURNS TABLE (check_id text, source text, outcome text, reason text, observed_at timestamptz, valid_until timestamptz,
  number bigint, evidence_id uuid)
LANGUAGE sql STABLE AS $$
  -- One step of the index for each check and source, and one for its newest result, however many there are.
  WITH RECURSIVE pairs (check_id, source) AS (
    (SELECT r.check_id, r.source FROM app.check_results r WHERE r.company_id = p_company ORDER BY r.check_id, r.source LIMIT 1)
    UNION ALL
    SELECT n.check_id, n.source FROM pairs p CROSS JOIN LATERAL (SELECT r.check_id, r.source FROM app.check_results r
      WHERE r.company_id = p_company AND (r.check_id, r.source) > (p.check_id, p.source) ORDER BY r.check_id, r.source LIMIT 1) n)
  SELECT n.check_id, n.source, n.outcome, n.reason, x.observed_at, x.valid_until, n.number, n.evidence_id
  FROM pairs p
  CROSS JOIN LATERAL (SELECT r.check_id, r.source, r.outcome, r.reason, r.observed_at, r.valid_until, e.number, r.evidence_id
    FROM app.check_results r
    JOIN app.evidence e ON e.company_id = p_company AND e.id = r.evidence_id AND e.matter_id IS NULL
    WHERE r.company_id = p_company AND r.check_id = p.check_id AND r.source = p.source
      AND (p_size IS NULL OR r.ledger_index < p_size)
      AND (p_from IS NULL OR e.collected_at >= p_from) AND (p_before IS NULL OR e.collected_at < p_before)
    ORDER BY r.observed_at DESC, r.recorded_at DESC LIMIT 1) n
  LEFT JOIN LATERAL (SELECT coalesce((c.seen ->> n.check_id)::timestamptz, c.observed_at) AS observed_at FROM app.collection_runs c
    WHERE c.company_id = p_company AND c.evidence_id = n.evidence_id AND c.observed_at <= p_now
      AND (p_size IS NULL OR c.ledger_index < p_size)
    ORDER BY c.observed_at DESC LIMIT 1) again ON true
  CROSS JOIN LATERAL (SELECT greatest(again.observed_at, n.observed_at) AS observed_at,
    n.valid_until + make_interval(secs => greatest(extract(epoch FROM again.observed_at - n.observed_at), 0)::double precision)
      AS valid_until) x
  WHERE x.valid_until > p_now
    OR NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_company AND k.source = n.source)
    OR EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_company AND k.source = n.source
      AND (k.state <> 'disconnected' OR k.disconnected_at > p_now))
$$;
-- Auditors judge by it, too: when runs saw what, and which connections have ended. An item's custody names what was filed by one.
CREATE POLICY audit ON app.collection_runs FOR SELECT TO app_auditor USING (true);
CREATE POLICY audit ON app.connections FOR SELECT TO app_auditor USING (true);
GRANT SELECT (company_id, evidence_id, observed_at, seen, ledger_index) ON app.collection_runs TO app_auditor;
GRANT SELECT (company_id, id, source, state, disconnected_at) ON app.connections TO app_auditor;
GRANT EXECUTE ON FUNCTION app.newest_results(uuid, timestamptz, bigint, timestamptz, timestamptz) TO app_user, app_auditor, app_definer;
GRANT SELECT ON app.collection_runs TO app_definer;

-- Everything that a judgement of a company rests on, as of one moment: the newest result of each check and source, the newest
-- and the longest-lasting item of each control, the latest decisions, and how the controls stood before.
CREATE FUNCTION app.facts_to_judge(p_company uuid, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('size', h.size, 'version', j.version,
    'checks', (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.check_id, r.source), '[]')
      FROM app.newest_results(p_company, p_now, NULL, NULL, NULL) r),
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

-- Opens, goes on with or ends what people are alerted to about a control. p_expiring: it passes, and not for long any more.
-- One that comes back within ten minutes after its end, of which nobody was told yet, is the same one.
CREATE FUNCTION app.follow_incident(p_company uuid, p_now timestamptz, p_control text, p_was text, p_status text, p_reason text,
  p_expiring boolean, p_ends timestamptz, p_number bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v app.incidents; v_kind text;
BEGIN
  SELECT * INTO v FROM app.incidents i WHERE i.company_id = p_company AND i.control_id = p_control AND i.ended_at IS NULL FOR UPDATE;
  v_kind := CASE WHEN p_status = 'failing' THEN 'failing'
    -- What failed is not well because the result grew too old to count.
    WHEN p_status = 'needs evidence' AND v.kind IN ('failing', 'expired') THEN v.kind
    WHEN p_status = 'needs evidence' AND p_was = 'passing' THEN 'expired'
    WHEN p_status = 'passing' AND p_expiring THEN 'expiring' END;
  IF v.kind = v_kind THEN
    UPDATE app.incidents i SET reason = p_reason, ends_at = p_ends, number = p_number,
        -- A later end is another one to remind of.
        last_call_at = CASE WHEN p_ends = i.ends_at THEN i.last_call_at END
      WHERE i.company_id = p_company AND i.id = v.id AND (i.reason, i.ends_at, i.number) IS DISTINCT FROM (p_reason, p_ends, p_number);
    RETURN;
  END IF;
  IF v.id IS NOT NULL THEN
    UPDATE app.incidents i SET ended_at = p_now, ended_as = p_status,
        -- A recovery is told; that one trouble became another is told by the other.
        ended_told_at = CASE WHEN i.kind = 'expiring' OR v_kind IN ('failing', 'expired') THEN p_now END
      WHERE i.company_id = p_company AND i.id = v.id;
  END IF;
  IF v_kind IS NULL THEN RETURN; END IF;
  UPDATE app.incidents i SET ended_at = NULL, ended_as = NULL, reason = p_reason
    WHERE i.company_id = p_company AND i.id = (SELECT x.id FROM app.incidents x WHERE x.company_id = p_company
      AND x.control_id = p_control AND x.kind = v_kind AND v_kind <> 'expiring' AND x.ended_told_at IS NULL
      AND x.ended_at > p_now - interval '10 minutes' ORDER BY x.ended_at DESC LIMIT 1);
  IF NOT FOUND THEN
    INSERT INTO app.incidents (company_id, control_id, kind, began_at, reason, ends_at, number)
      VALUES (p_company, p_control, v_kind, p_now, p_reason, p_ends, p_number);
  END IF;
END $$;

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
        holds_until timestamptz, rests_on bigint, tested_at timestamptz, expiring boolean, act_id uuid, details text, salt text, commitment text)
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
    PERFORM app.follow_incident(p_company, p_now, v.control_id, v.was, v.status, v.reason, v.expiring,
      CASE WHEN v.status = 'passing' THEN v.holds_until END, CASE WHEN v.status = 'passing' THEN v.rests_on END);
  END LOOP;
  UPDATE app.judgements j SET ledger_size = v_size, judged_at = p_now, next_at = p_next, version = p_version + 1, claimed_until = NULL
    WHERE j.company_id = p_company;
  RETURN true;
END $$;

-- Hands incidents to those who are mailed about them: beginnings at once, ends when they have held for ten minutes, and the last
-- call a day before an item's time is up. Whoever has paused mails, or those about this control, is told nothing of this time.
-- Who sees to a control is told of it like an admin.
CREATE FUNCTION app.tell_incidents(p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_what text;
BEGIN
  FOR v IN SELECT i.* FROM app.incidents i
      WHERE i.told_at IS NULL
        OR i.ended_at <= p_now - interval '10 minutes' AND i.ended_told_at IS NULL
        OR i.kind = 'expiring' AND i.ended_at IS NULL AND i.last_call_at IS NULL AND i.ends_at <= p_now + interval '1 day'
      ORDER BY i.began_at FOR NO KEY UPDATE SKIP LOCKED LOOP
    FOREACH v_what IN ARRAY ARRAY['began', 'last call', 'ended'] LOOP
      CONTINUE WHEN NOT coalesce(CASE v_what
        WHEN 'began' THEN v.told_at IS NULL
        -- What began so late is its own last call.
        WHEN 'last call' THEN v.kind = 'expiring' AND v.ended_at IS NULL AND v.last_call_at IS NULL AND v.told_at IS NOT NULL
          AND v.ends_at <= p_now + interval '1 day'
        ELSE v.ended_at <= p_now - interval '10 minutes' AND v.ended_told_at IS NULL END, false);
      INSERT INTO app.incident_alerts (company_id, user_id, incident_id, what, daily, due_at)
        SELECT v.company_id, m.user_id, v.id, v_what, coalesce(p.daily, false),
          CASE WHEN p.daily THEN app.next_digest(p_now) ELSE p_now END
        FROM app.company_members m
        JOIN app.companies c ON c.id = m.company_id AND c.deleted_at IS NULL
          AND (NOT c.second_factor_required OR app.brings_second_factor(m.user_id))
        LEFT JOIN app.alert_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
          AND p.kind = CASE v.kind WHEN 'failing' THEN 'gaps' ELSE 'expiry' END
        WHERE m.company_id = v.company_id AND m.status = 'active' AND coalesce(p.by_mail, m.role IN ('owner', 'admin')
            OR EXISTS (SELECT FROM app.control_plans o WHERE o.company_id = m.company_id AND o.control_id = v.control_id
              AND o.owner_id = m.user_id))
          AND NOT EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id AND q.until > p_now)
          AND NOT EXISTS (SELECT FROM app.control_mutes q WHERE q.company_id = m.company_id AND q.user_id = m.user_id
            AND q.control_id = v.control_id AND q.until > p_now)
        ON CONFLICT DO NOTHING;
      UPDATE app.incidents i SET
          told_at = CASE v_what WHEN 'began' THEN p_now ELSE i.told_at END,
          last_call_at = CASE WHEN v_what = 'last call' OR i.ends_at <= p_now + interval '1 day' THEN p_now ELSE i.last_call_at END,
          ended_told_at = CASE v_what WHEN 'ended' THEN p_now ELSE i.ended_told_at END
        WHERE i.company_id = v.company_id AND i.id = v.id;
    END LOOP;
  END LOOP;
END $$;

-- What one person is to be mailed about: one incident at once, or all that waits for the daily mail. The rows are gone with
-- the answer.
CREATE FUNCTION app.claim_incident_alerts(p_now timestamptz)
RETURNS TABLE (company text, slug text, email text, first_name text, last_name text, what text, daily boolean, control_id text,
  kind text, reason text, began_at timestamptz, ended_at timestamptz, ended_as text, ends_at timestamptz, number bigint, item text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v app.incident_alerts;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('claim incident alerts', 0));
  -- Who cannot get in any more, or has paused mails since, is told nothing.
  DELETE FROM app.incident_alerts a WHERE a.due_at <= p_now AND (
    EXISTS (SELECT FROM app.alert_mutes q WHERE q.company_id = a.company_id AND q.user_id = a.user_id AND q.until > p_now)
    OR NOT EXISTS (SELECT FROM app.company_members m JOIN app.companies c ON c.id = m.company_id
      WHERE m.company_id = a.company_id AND m.user_id = a.user_id AND m.status = 'active' AND c.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = a.user_id AND b.disabled_at IS NOT NULL)));
  SELECT * INTO v FROM app.incident_alerts a WHERE a.due_at <= p_now ORDER BY a.due_at LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY WITH taken AS (
      DELETE FROM app.incident_alerts a WHERE a.company_id = v.company_id AND a.user_id = v.user_id
        AND CASE WHEN v.daily THEN a.daily AND a.due_at <= p_now ELSE a.incident_id = v.incident_id AND a.what = v.what END
      RETURNING a.incident_id, a.what)
    SELECT c.name, c.slug, u.email, p.first_name, p.last_name, t.what, v.daily, i.control_id, i.kind, i.reason, i.began_at,
      i.ended_at, i.ended_as, i.ends_at, i.number, e.name
    FROM taken t JOIN app.incidents i ON i.company_id = v.company_id AND i.id = t.incident_id
    JOIN app.companies c ON c.id = v.company_id
    JOIN auth.users u ON u.id = v.user_id
    JOIN app.profiles p ON p.id = v.user_id
    LEFT JOIN app.evidence e ON e.company_id = i.company_id AND e.number = i.number
    ORDER BY i.began_at, i.id, t.what;
END $$;

-- The controls of a company of which it may be said in public that they pass now: the last judgement says so, what they rest
-- on still counts, and the judging has not fallen behind by more than five minutes.
CREATE FUNCTION app.claims_of(p_company uuid, p_controls text[], p_now timestamptz)
RETURNS TABLE (control_id text, tested_at timestamptz, holds_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.control_id, s.tested_at, s.holds_until FROM app.control_standings s
  JOIN app.judgements j ON j.company_id = s.company_id
  JOIN app.ledger_heads h ON h.company_id = s.company_id
  WHERE s.company_id = p_company AND s.control_id = ANY (p_controls) AND s.status = 'passing' AND s.holds_until > p_now
    AND (j.ledger_size >= h.size OR EXISTS (SELECT FROM app.ledger_entries e WHERE e.company_id = s.company_id
      AND e.seq = j.ledger_size AND (e.entry::jsonb ->> 'at')::timestamptz > p_now - interval '5 minutes'))
$$;

-- What anybody may read of a company: nothing unless it turned its portal on.
CREATE FUNCTION app.read_portal(p_slug text, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('company', c.name, 'title', p.title, 'introduction', p.introduction, 'contact', p.contact,
    'listed', p.listed,
    -- What nobody works on any more is not claimed.
    'frameworks', (SELECT coalesce(jsonb_agg(f), '[]') FROM unnest(p.frameworks) f WHERE EXISTS (SELECT FROM app.projects x
      WHERE x.company_id = c.id AND x.framework = f AND x.archived_at IS NULL)),
    'claims', (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.control_id), '[]') FROM app.claims_of(c.id, p.controls, p_now) x))
  FROM app.companies c JOIN app.portals p ON p.company_id = c.id AND p.is_on
  WHERE c.slug = p_slug AND c.deleted_at IS NULL AND (c.deletion_due_at IS NULL OR c.deletion_due_at > p_now)
$$;

-- The same as far as the caller's company would say it, on or off: for the preview.
CREATE FUNCTION app.preview_claims(p_controls text[], p_now timestamptz)
RETURNS TABLE (control_id text, tested_at timestamptz, holds_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$SELECT * FROM app.claims_of((SELECT app.tenant()), p_controls, p_now)$$;

CREATE FUNCTION app.forget_alerts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.incident_alerts WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  DELETE FROM app.control_mutes WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_alerts AFTER DELETE ON app.company_members FOR EACH ROW EXECUTE FUNCTION app.forget_alerts();

GRANT SELECT, INSERT, UPDATE ON app.incidents TO app_definer;
GRANT SELECT, DELETE ON app.control_mutes TO app_definer;
GRANT SELECT, INSERT, DELETE ON app.incident_alerts TO app_definer;
GRANT EXECUTE ON FUNCTION app.follow_incident(uuid, timestamptz, text, text, text, text, boolean, timestamptz, bigint) TO app_definer;
GRANT SELECT ON app.portals TO app_definer;
GRANT EXECUTE ON FUNCTION app.claims_of(uuid, text[], timestamptz) TO app_definer;
GRANT EXECUTE ON FUNCTION app.read_portal(text, timestamptz), app.preview_claims(text[], timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.tell_incidents(timestamptz), app.claim_incident_alerts(timestamptz) TO app_worker;
GRANT SELECT, INSERT ON app.control_changes TO app_definer;
GRANT SELECT, INSERT, UPDATE ON app.control_standings, app.judgements TO app_definer;
GRANT EXECUTE ON FUNCTION app.event_of_status(text) TO app_definer;
GRANT EXECUTE ON FUNCTION app.claim_judgements(timestamptz, integer, integer), app.facts_to_judge(uuid, timestamptz),
  app.record_judgement(uuid, timestamptz, bigint, bigint, timestamptz, jsonb) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.claim_judgements(timestamptz, integer, integer) OWNER TO app_definer;
ALTER FUNCTION app.facts_to_judge(uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.record_judgement(uuid, timestamptz, bigint, bigint, timestamptz, jsonb) OWNER TO app_definer;
ALTER FUNCTION app.follow_incident(uuid, timestamptz, text, text, text, text, boolean, timestamptz, bigint) OWNER TO app_definer;
ALTER FUNCTION app.tell_incidents(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.claim_incident_alerts(timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.forget_alerts() OWNER TO app_definer;
ALTER FUNCTION app.claims_of(uuid, text[], timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.read_portal(text, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.preview_claims(text[], timestamptz) OWNER TO app_definer;
