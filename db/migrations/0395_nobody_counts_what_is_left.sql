-- What is left is read as the page lists it, with courses: of each form the policies that are left were counted for nobody.
SET LOCAL ROLE app_definer;
DROP FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb);
DROP FUNCTION app.left_to_acknowledge(uuid, uuid);
CREATE FUNCTION app.acknowledge_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_at timestamp with time zone, p_acts uuid[], p_details text[], p_salts bytea[], p_commitments text[], p_receipts jsonb)
 RETURNS TABLE(outcome text, acknowledged_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE v_company uuid := app.staffed(); v_size bigint; v_at timestamptz; v_outcomes text[]; v_people uuid[]; v_policies uuid[]; v_methods text[]; v_vouched text[]; v_open integer[];
BEGIN
  IF EXISTS (SELECT FROM unnest(p_acts, p_commitments) x (act, commitment) WHERE x.act IS NULL
      OR coalesce(x.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$') THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  -- Nothing of a version, an assignment or a person changes from here on.
  SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_size, v_at
    FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  SELECT array_agg(f.outcome), array_agg(f.person_id), array_agg(f.policy_id), array_agg(f.method), array_agg(f.vouched)
    INTO v_outcomes, v_people, v_policies, v_methods, v_vouched FROM app.staff_forms(p_sessions, p_versions, p_texts, p_at) f;
  v_open := array_positions(v_outcomes, 'open');
  IF cardinality(v_open) > 0 THEN
    INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at, ledger_index, vouched)
      SELECT v_company, gen_random_uuid(), p_versions[x.i], v_people[x.i], p_texts[x.i], v_methods[x.i], p_at, v_size + x.n - 1, v_vouched[x.i]
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    PERFORM app.append_entries(v_company, v_at, ARRAY(SELECT format('{"at":"%s","c":"%s","id":"%s","t":"policy.acknowledged","v":1}',
      app.iso_instant(v_at), p_commitments[x.i], p_acts[x.i]) FROM unnest(v_open) WITH ORDINALITY x (i, n) ORDER BY x.n), 0,
      array_fill(NULL::uuid, ARRAY[cardinality(v_open)]));
    INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
      SELECT v_company, v_size + x.n - 1, 'policy.acknowledged', v_people[x.i], v_policies[x.i]::text, p_details[x.i], p_salts[x.i], v_at
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    INSERT INTO app.outbox (recipient, subject, body_text, body_html)
      SELECT m ->> 'to', m ->> 'subject', replace(m ->> 'text', '{ledger entry}', entry), replace(m ->> 'html', '{ledger entry}', entry)
      FROM (SELECT p_receipts -> (x.i - 1)::integer AS m, (v_size + x.n - 1)::text AS entry FROM unnest(v_open) WITH ORDINALITY x (i, n)) receipts;
  END IF;
  RETURN QUERY SELECT v_outcomes[i], (SELECT k.acknowledged_at FROM app.acknowledgments k WHERE k.company_id = v_company AND k.version_id = p_versions[i] AND k.person_id = v_people[i] AND k.vouched IS NOT NULL)
    FROM generate_series(1, cardinality(v_outcomes)) i;
END $$;
REVOKE ALL ON FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb) TO app_staff;
RESET ROLE;
