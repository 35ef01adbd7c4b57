-- Each form of an acknowledgment was looked at twice: to write its act, and again behind the lock of the ledger. What an act says of a version and
-- of an address is known from the form before it: whoever writes it says what that is, and where anything is otherwise by now nothing is kept of
-- the form, and it is asked for anew. See docs/decisions/0219.
SET LOCAL ROLE app_definer;
DROP FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb);
-- As in 0395; a form whose act says another title, number, policy or way of vouching than there is ends as `otherwise`, and is not kept.
CREATE FUNCTION app.acknowledge_forms(p_sessions bytea[], p_versions uuid[], p_texts text[], p_at timestamptz, p_acts uuid[], p_details text[],
  p_salts bytea[], p_commitments text[], p_receipts jsonb, p_policies uuid[], p_titles text[], p_numbers integer[], p_vouched text[])
 RETURNS TABLE(outcome text, acknowledged_at timestamptz, newest uuid)
 LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.staffed(); v_size bigint; v_at timestamptz; v_outcomes text[]; v_people uuid[]; v_methods text[]; v_newest uuid[]; v_open integer[];
BEGIN
  IF EXISTS (SELECT FROM unnest(p_acts, p_commitments) x (act, commitment) WHERE x.act IS NULL
      OR coalesce(x.commitment, '') !~ '^[A-Za-z0-9+/]{43}=$') THEN
    RAISE EXCEPTION 'malformed ledger entry' USING ERRCODE = '22023';
  END IF;
  -- Nothing of a version, an assignment or a person changes from here on.
  SELECT h.size, greatest(date_trunc('milliseconds', clock_timestamp()), h.last_at) INTO v_size, v_at
    FROM app.ledger_heads h WHERE h.company_id = v_company FOR UPDATE;
  SELECT array_agg(CASE WHEN f.outcome = 'open' AND (f.policy_id, f.title, f.number, f.vouched) IS DISTINCT FROM
        (p_policies[f.i], p_titles[f.i], p_numbers[f.i], p_vouched[f.i]) THEN 'otherwise' ELSE f.outcome END ORDER BY f.i),
      array_agg(f.person_id ORDER BY f.i), array_agg(f.method ORDER BY f.i), array_agg(f.newest ORDER BY f.i)
    INTO v_outcomes, v_people, v_methods, v_newest
    FROM app.staff_forms(p_sessions, p_versions, p_texts, p_at) WITH ORDINALITY
      f (outcome, person_id, method, policy_id, title, number, newest, vouched, i);
  v_open := array_positions(v_outcomes, 'open');
  IF cardinality(v_open) > 0 THEN
    INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at, ledger_index, vouched)
      SELECT v_company, gen_random_uuid(), p_versions[x.i], v_people[x.i], p_texts[x.i], v_methods[x.i], p_at, v_size + x.n - 1, p_vouched[x.i]
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    PERFORM app.append_entries(v_company, v_at, ARRAY(SELECT format('{"at":"%s","c":"%s","id":"%s","t":"policy.acknowledged","v":1}',
      app.iso_instant(v_at), p_commitments[x.i], p_acts[x.i]) FROM unnest(v_open) WITH ORDINALITY x (i, n) ORDER BY x.n), 0,
      array_fill(NULL::uuid, ARRAY[cardinality(v_open)]));
    INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
      SELECT v_company, v_size + x.n - 1, 'policy.acknowledged', v_people[x.i], p_policies[x.i]::text, p_details[x.i], p_salts[x.i], v_at
      FROM unnest(v_open) WITH ORDINALITY x (i, n);
    INSERT INTO app.outbox (recipient, subject, body_text, body_html)
      SELECT m ->> 'to', m ->> 'subject', replace(m ->> 'text', '{ledger entry}', entry), replace(m ->> 'html', '{ledger entry}', entry)
      FROM (SELECT r.m, (v_size + x.n - 1)::text AS entry FROM jsonb_array_elements(p_receipts) WITH ORDINALITY r (m, i)
        JOIN unnest(v_open) WITH ORDINALITY x (i, n) ON x.i = r.i) receipts;
  END IF;
  RETURN QUERY SELECT v_outcomes[i], CASE WHEN v_outcomes[i] = 'open' THEN p_at WHEN v_outcomes[i] = 'before' THEN (SELECT k.acknowledged_at
      FROM app.acknowledgments k WHERE k.company_id = v_company AND k.version_id = p_versions[i] AND k.person_id = v_people[i] AND k.vouched IS NOT NULL) END,
      v_newest[i]
    FROM generate_series(1, cardinality(v_outcomes)) i;
END $$;
REVOKE ALL ON FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb, uuid[], text[], integer[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.acknowledge_forms(bytea[], uuid[], text[], timestamptz, uuid[], text[], bytea[], text[], jsonb, uuid[], text[], integer[], text[]) TO app_staff;

-- As app.count_acknowledgment of 0224, for all that one statement adds: each of them asked four questions of its own. By ids alone and in
-- subqueries of their own, so that nothing is planned as a look at everybody. A text that is added twice at once counts once.
CREATE FUNCTION app.count_acknowledged() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
    SELECT a.company_id, a.policy_id, a.sha256, coalesce(r.fields ->> 'kind', ''), r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), count(*)
    FROM (SELECT DISTINCT w.company_id, w.person_id, v.policy_id, w.sha256 FROM written w
        CROSS JOIN LATERAL (SELECT v.policy_id FROM app.policy_versions v WHERE v.company_id = w.company_id AND v.id = w.version_id OFFSET 0) v
        WHERE w.vouched IS NOT NULL AND (SELECT count(*) FROM app.acknowledgments a
          WHERE a.company_id = w.company_id AND a.person_id = w.person_id AND a.vouched IS NOT NULL AND a.sha256 = w.sha256
            AND NOT a.id = ANY ((SELECT array_agg(o.id) FROM written o)::uuid[])
            AND (SELECT x.policy_id FROM app.policy_versions x WHERE x.company_id = a.company_id AND x.id = a.version_id) = v.policy_id) = 0) a
      CROSS JOIN LATERAL (SELECT r.fields, r.ended_at FROM app.records r WHERE r.company_id = a.company_id AND r.id = a.person_id OFFSET 0) r
    WHERE r.ended_at IS NULL AND r.fields ? 'startsAt' GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + excluded.people;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.count_acknowledged() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.count_acknowledged() TO app_owner;
SET LOCAL ROLE app_owner;
DROP TRIGGER count_acknowledgment ON app.acknowledgments;
CREATE TRIGGER count_acknowledgment AFTER INSERT ON app.acknowledgments REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION app.count_acknowledged();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.count_acknowledged() FROM app_owner;
RESET ROLE;
