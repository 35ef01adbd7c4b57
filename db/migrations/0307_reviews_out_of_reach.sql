-- A review that a disconnection stopped: the system is read anew, left out with a reason, or the review is cancelled. See docs/decisions/0182.
SET LOCAL ROLE app_owner;

ALTER TABLE app.reviews ADD COLUMN cancelled_because text CHECK (btrim(cancelled_because) <> '' AND length(cancelled_because) <= 1000),
  ADD COLUMN left_out_because text CHECK (btrim(left_out_because) <> '' AND length(left_out_because) <= 1000),
  ADD CHECK (num_nonnulls(cancelled_because, left_out_because) <= CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END);
GRANT UPDATE (cancelled_because, left_out_because) ON app.reviews TO app_user;
RESET ROLE;
SET LOCAL ROLE app_definer;

-- Whether nothing can read the accounts of a population any more: it was disconnected, or its system was removed.
CREATE FUNCTION app.is_out_of_reach(p_population app.review_populations) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_population.company_id = app.tenant() AND p_population.frozen_at IS NULL AND (
    EXISTS (SELECT FROM app.systems s WHERE s.company_id = p_population.company_id AND s.id = p_population.system_id AND s.removed_at IS NOT NULL)
    OR EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_population.company_id AND k.id = p_population.connection_id
        AND k.state = 'disconnected')
      AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = p_population.company_id AND k.system_id = p_population.system_id
        AND k.state <> 'disconnected'))
$$;

-- As in 0069; a review that is cancelled asks for nothing, and what is out of reach may be left out of one that is closed.
CREATE OR REPLACE FUNCTION app.hold_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  IF tg_op = 'INSERT' THEN
    NEW.ledger_index := v_ledger.size;
    NEW.number := 1 + coalesce((SELECT max(r.number) FROM app.reviews r WHERE r.company_id = NEW.company_id), 0);
    RETURN NEW;
  END IF;
  -- The row was read before the ledger was locked, and may have been closed meanwhile.
  IF NEW.closed_at IS NULL OR (SELECT r.closed_at FROM app.reviews r WHERE r.company_id = NEW.company_id AND r.id = NEW.id) IS NOT NULL THEN
    RAISE EXCEPTION 'this review is closed' USING ERRCODE = '23514', CONSTRAINT = 'review_closed';
  END IF;
  IF NEW.cancelled_because IS NOT NULL THEN
    NEW.closed_index := v_ledger.size;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id
      AND (NEW.left_out_because IS NULL OR p.frozen_at IS NOT NULL))
    OR EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NULL
      AND NOT (NEW.left_out_because IS NOT NULL AND app.is_out_of_reach(p))) THEN
    RAISE EXCEPTION 'a system was not read' USING ERRCODE = '23514', CONSTRAINT = 'review_not_read';
  END IF;
  IF EXISTS (SELECT FROM app.review_populations p JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
      LEFT JOIN LATERAL (SELECT d.decision FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
        ORDER BY d.ledger_index DESC LIMIT 1) d ON true
      WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND coalesce(d.decision, 'none') = 'none') THEN
    RAISE EXCEPTION 'an account is not decided' USING ERRCODE = '23514', CONSTRAINT = 'review_undecided';
  END IF;
  -- A reason is kept where something was left out.
  IF NOT EXISTS (SELECT FROM app.review_populations p WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NULL) THEN
    NEW.left_out_because := NULL;
  END IF;
  UPDATE app.review_populations p SET decisions_sha256 = (
    SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex') FROM (
      SELECT concat_ws(' ', encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex'), d.decision, d.decided_by,
        CASE WHEN d.alone THEN 'alone' ELSE 'another' END) AS line
      FROM app.review_rows w JOIN LATERAL (SELECT d.decision, d.decided_by, d.alone FROM app.review_decisions d
        WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) d ON true
      WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = NEW.company_id AND p.review_id = NEW.id AND p.frozen_at IS NOT NULL;
  NEW.closed_index := v_ledger.size;
  RETURN NEW;
END $function$;

-- As in 0100; what was disconnected is read by what reads the system now.
CREATE OR REPLACE FUNCTION app.freeze_population(p_population uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_ledger record; v_own record; v_list record; v_person uuid; v_filed uuid;
BEGIN
  IF coalesce(app.my_role(), '') NOT IN ('owner', 'admin') THEN
    RAISE EXCEPTION 'permission denied: no review of yours' USING ERRCODE = '42501';
  END IF;
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  SELECT p.* INTO v_own FROM app.review_populations p JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
    WHERE p.company_id = v_ledger.company AND p.id = p_population AND p.frozen_at IS NULL AND r.closed_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  -- What was connected when the review started may not be any more: another connection of the system is read then, or a list of it.
  IF EXISTS (SELECT FROM app.connections k WHERE k.company_id = v_ledger.company AND k.id = v_own.connection_id AND k.state = 'disconnected') THEN
    v_own.connection_id := NULL;
  END IF;
  SELECT l.connection_id, l.evidence_id, l.seen_at, l.accounts INTO v_list
    FROM app.account_lists l JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    WHERE l.company_id = v_ledger.company AND k.system_id = v_own.system_id AND k.state <> 'disconnected' AND l.whole
      AND l.seen_at > p_at - interval '7 days' AND l.connection_id = coalesce(v_own.connection_id, l.connection_id)
      -- The list may be older than the newest exhibit, which then is not read yet.
      AND l.evidence_id = (SELECT u.evidence_id FROM app.collection_runs u WHERE u.company_id = l.company_id
        AND u.connection_id = l.connection_id AND u.state = 'done' AND u.evidence_id IS NOT NULL ORDER BY u.slot DESC LIMIT 1)
      AND NOT EXISTS (SELECT FROM app.review_populations o WHERE o.company_id = l.company_id AND o.review_id = v_own.review_id
        AND o.connection_id = l.connection_id AND o.id <> v_own.id)
    ORDER BY l.connection_id LIMIT 1;
  -- A system that is connected is read; a list stands for one that is not.
  IF NOT FOUND AND v_own.connection_id IS NULL
    AND NOT EXISTS (SELECT FROM app.connections k WHERE k.company_id = v_ledger.company AND k.system_id = v_own.system_id AND k.state <> 'disconnected')
    AND NOT EXISTS (SELECT FROM app.review_populations o WHERE o.company_id = v_ledger.company AND o.review_id = v_own.review_id
      AND o.system_id = v_own.system_id AND o.connection_id IS NULL AND o.id <> v_own.id) THEN
    SELECT NULL::uuid AS connection_id, a.evidence_id, a.seen_at, a.accounts, a.id INTO v_list FROM app.attested_lists a
      JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      WHERE a.company_id = v_ledger.company AND a.system_id = v_own.system_id AND a.seen_at > p_at - interval '7 days'
      ORDER BY a.ledger_index DESC LIMIT 1;
    IF FOUND THEN v_filed := v_list.id; END IF;
  END IF;
  IF v_list.evidence_id IS NULL THEN RETURN false; END IF;
  v_person := app.person_of(v_own.reviewer_id);
  INSERT INTO app.review_rows (company_id, id, population_id, number, account_id, label, class, active, administrator, email, last_sign_in,
      person_register, person_id, reviewer_id)
    SELECT v_ledger.company, gen_random_uuid(), v_own.id,
      row_number() OVER (ORDER BY coalesce(x.administrator, false) DESC,
        x."lastSignIn" = 'never' OR x."lastSignIn" < to_char(p_at AT TIME ZONE 'UTC' - interval '90 days', 'YYYY-MM-DD') DESC NULLS LAST,
        r.id IS NULL DESC, lower(x.label), x.id),
      x.id, x.label, x.class, x.active, x.administrator, x.email, x."lastSignIn", CASE WHEN r.id IS NOT NULL THEN 'people' END, r.id,
      CASE WHEN r.id = v_person OR EXISTS (SELECT FROM auth.users u WHERE u.id = v_own.reviewer_id AND lower(u.email) IN (x.email, lower(x.label)))
        THEN v_own.other_id ELSE v_own.reviewer_id END
    FROM jsonb_to_recordset(v_list.accounts) x (id text, label text, class text, active boolean, administrator boolean, email text,
        "lastSignIn" text, "personId" uuid)
      -- A file says nobody's record: of those who have an account's address it is whoever works here, if that is one person.
      LEFT JOIN (SELECT lower(btrim(n.fields ->> 'email')) AS email, CASE WHEN count(*) FILTER (WHERE n.ended_at IS NULL) = 1
          THEN (array_agg(n.id) FILTER (WHERE n.ended_at IS NULL))[1] WHEN count(*) = 1 THEN (array_agg(n.id))[1] END AS id
        FROM app.records n WHERE n.company_id = v_ledger.company AND n.register = 'people' AND v_filed IS NOT NULL GROUP BY 1) m ON m.email = x.email
      LEFT JOIN app.records r ON r.company_id = v_ledger.company AND r.register = 'people'
        AND r.id = CASE WHEN v_filed IS NULL THEN x."personId" ELSE m.id END
    -- Who is disabled has no access to decide on.
    WHERE x.active IS NOT FALSE;
  UPDATE app.review_populations p SET connection_id = v_list.connection_id, list_id = v_filed, evidence_id = v_list.evidence_id, seen_at = v_list.seen_at,
      frozen_at = p_at, frozen_index = v_ledger.size,
      accounts = (SELECT count(*) FROM app.review_rows w WHERE w.company_id = p.company_id AND w.population_id = p.id),
      sha256 = (SELECT encode(sha256(convert_to(coalesce(string_agg(x.line, E'\n' ORDER BY x.line COLLATE "C"), ''), 'UTF8')), 'hex')
        FROM (SELECT encode(sha256(convert_to(w.account_id, 'UTF8')), 'hex') AS line FROM app.review_rows w
          WHERE w.company_id = p.company_id AND w.population_id = p.id) x)
    WHERE p.company_id = v_ledger.company AND p.id = v_own.id;
  RETURN true;
END $function$;

REVOKE EXECUTE ON FUNCTION app.is_out_of_reach(app.review_populations) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_out_of_reach(app.review_populations) TO app_user;
RESET ROLE;
