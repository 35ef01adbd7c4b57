-- A phrase is looked up by the part of it that few items have. By all of it, the index reads the lists of its common trigrams, too,
-- which are as long as the company has items.
SET LOCAL ROLE app_owner;

-- Numbers and long words are rare as a rule, so the first of them is counted, no further than is quick: where few items of the company
-- have it, it alone is looked up, and else the whole pattern. What is found by it is compared with the pattern by whoever asks.
CREATE FUNCTION app.look_up_by(p_company uuid, p_pattern text, p_few integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan SET enable_seqscan = off AS $$
DECLARE
  v_parts text[] := ARRAY(SELECT part FROM regexp_split_to_table(p_pattern, '[^[:alnum:]]+') part WHERE part <> ''
    ORDER BY part ~ '[0-9]' AND length(part) > 2 DESC, length(part) DESC);
  v_part text := '%' || v_parts[1] || '%';
  v_met integer;
BEGIN
  IF cardinality(v_parts) < 2 OR length(v_parts[1]) < 3 THEN RETURN p_pattern; END IF;
  -- A limit that the planner does not see: it would walk all items for the first few.
  SELECT count(*) INTO v_met FROM (SELECT FROM app.evidence e
    WHERE e.company_id = p_company AND lower(e.name || ' ' || e.source) LIKE v_part LIMIT (SELECT p_few + 1)) x;
  RETURN CASE WHEN v_met <= p_few THEN v_part ELSE p_pattern END;
END $$;
REVOKE EXECUTE ON FUNCTION app.look_up_by(uuid, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.look_up_by(uuid, text, integer) TO app_definer;

RESET ROLE;
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.find_evidence(p_pattern text, p_limit integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  c_rare CONSTANT integer := 3000;
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_found bigint[];
BEGIN
  v_found := ARRAY(SELECT newest.number FROM (SELECT e.number, lower(e.name || ' ' || e.source) AS words FROM app.evidence e
    WHERE e.company_id = v_company AND e.matter_id IS NULL AND e.withdrawal_id IS NULL ORDER BY e.number DESC LIMIT 2000) newest
    WHERE newest.words LIKE p_pattern ORDER BY newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every item would be read.
  IF cardinality(v_found) < v_limit AND p_pattern ~ '[[:alnum:]]{3}' THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT e.number FROM app.evidence e
        WHERE e.company_id = v_company AND e.matter_id IS NULL AND e.withdrawal_id IS NULL AND lower(e.name || ' ' || e.source) LIKE app.look_up_by(v_company, p_pattern, c_rare)
          -- With something behind it, it is no condition of the index: that would ask for the common parts, too.
          AND lower(e.name || ' ' || e.source) || '' LIKE p_pattern)
      SELECT hits.number FROM hits ORDER BY hits.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $function$;

CREATE OR REPLACE FUNCTION app.list_evidence(p_filters jsonb, p_now timestamp with time zone, p_at timestamp with time zone, p_place bigint, p_back boolean, p_limit integer)
 RETURNS TABLE(number bigint, at timestamp with time zone, place bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  c_walked CONSTANT integer := 4000;
  c_rare CONSTANT integer := 3000;
  v_company uuid := app.tenant();
  v_matters uuid[] := app.my_matters();
  v_wanted integer := least(greatest(p_limit, 1), 1001);
  v_under text[] := ARRAY(SELECT jsonb_array_elements_text(coalesce(p_filters -> 'under', '[]')));
  v_named text[] := ARRAY(SELECT jsonb_array_elements_text(coalesce(p_filters -> 'named', '[]')));
  v_fresh text := p_filters ->> 'freshness';
  v_pattern text := p_filters ->> 'pattern';
  v_key text := CASE WHEN v_fresh IN ('current', 'expiring', 'expired') THEN 'valid_until'
    WHEN p_filters ?| ARRAY['from', 'to'] AND v_fresh IS NULL THEN 'collected_at' END;
  v_low timestamptz := CASE v_key WHEN 'collected_at' THEN (p_filters ->> 'from')::timestamptz
    WHEN 'valid_until' THEN CASE WHEN v_fresh <> 'expired' THEN p_now END END;
  v_high timestamptz := CASE v_key WHEN 'collected_at' THEN (p_filters ->> 'to')::timestamptz
    WHEN 'valid_until' THEN CASE v_fresh WHEN 'expiring' THEN p_now + interval '30 days' WHEN 'expired' THEN p_now END END;
  v_up boolean := coalesce(v_fresh IN ('current', 'expiring'), false) <> p_back;
  v_word text := CASE WHEN v_up THEN 'ASC' ELSE 'DESC' END;
  v_after text; v_where text; v_lead text; v_leads text[]; v_met bigint; v_fits text; v_columns text; v_walk text; v_walks text[]; v_walked integer; v_control text;
  v_numbers bigint[] := '{}'; v_ats timestamptz[] := '{}'; v_places bigint[] := '{}';
  v_n bigint[]; v_a timestamptz[]; v_p bigint[]; v_end bigint; v_end_at timestamptz; v_stop bigint; v_stop_at timestamptz;
BEGIN
  IF v_company IS NULL THEN RETURN; END IF;
  -- What an item must be, whichever index led to it.
  -- Nothing privileged is found by its words, not even by its access list, unless the matter is named.
  v_where := CASE WHEN p_filters ? 'pattern' AND NOT p_filters ? 'matter' THEN 'e.matter_id IS NULL'
      ELSE format('(e.matter_id IS NULL OR e.matter_id = ANY (%L::uuid[]))', v_matters) END
    || coalesce(' AND e.type = ' || quote_literal(p_filters ->> 'type'), '')
    || coalesce(' AND e.source = ' || quote_literal(p_filters ->> 'source'), '')
    || coalesce(' AND e.filed_by = ' || quote_literal(p_filters ->> 'person'), '')
    || coalesce(' AND e.collected_at >= ' || quote_literal(p_filters ->> 'from'), '')
    || coalesce(' AND e.collected_at < ' || quote_literal(p_filters ->> 'to'), '')
    || coalesce(' AND e.matter_id = ' || quote_literal(p_filters ->> 'matter'), '')
    || CASE WHEN v_fresh = 'withdrawn' AND app.audited() IS NULL THEN ' AND e.withdrawal_id IS NOT NULL' WHEN v_fresh = 'withdrawn' THEN ' AND false' ELSE ' AND e.withdrawal_id IS NULL' END
    || CASE WHEN p_filters ? 'privileged' THEN ' AND e.matter_id IS NOT NULL' ELSE '' END
    || CASE v_fresh WHEN 'current' THEN format(' AND e.valid_until > %L', p_now)
      WHEN 'expiring' THEN format(' AND e.valid_until > %L AND e.valid_until <= %L', p_now, p_now + interval '30 days')
      WHEN 'expired' THEN format(' AND e.valid_until <= %L', p_now) ELSE '' END
    || CASE WHEN v_key = 'valid_until' THEN format(' AND (SELECT true FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id AND (s.matter_id IS NULL OR s.matter_id = ANY (%L::uuid[])) LIMIT 1) IS NULL', v_company, v_matters) ELSE '' END
    -- What took its place is under a privilege still: off the access list it has not been superseded.
    || CASE WHEN v_fresh = 'superseded' THEN format(' AND (SELECT s.matter_id IS NULL OR s.matter_id = ANY (%L::uuid[]) FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id LIMIT 1)', v_matters, v_company) ELSE '' END
    -- What is filed under no control is in no project that anybody audits.
    || CASE WHEN app.audited() IS NOT NULL THEN format(' AND (SELECT true FROM app.evidence_controls k WHERE k.company_id = %L AND k.evidence_id = e.id AND k.set_aside_by IS NULL LIMIT 1)', v_company) ELSE '' END;
  v_control := format('(SELECT true FROM app.evidence_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id) LIMIT 1)'
    || ' OR e.matter_id IS NOT NULL AND (SELECT true FROM app.privileged_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) LIMIT 1)', v_company);
  v_fits := v_where || CASE WHEN cardinality(v_under) > 0 THEN format(' AND (' || v_control || ')', v_under) ELSE '' END
    || coalesce(' AND (lower(e.name) LIKE ' || quote_literal(v_pattern)
      || CASE WHEN cardinality(v_named) > 0 THEN format(' OR ' || v_control, v_named) ELSE '' END || ')', '');
  -- Where the list goes on.
  v_after := CASE
    WHEN p_place IS NULL THEN ''
    WHEN v_key IS NOT NULL THEN format(' AND (e.%I, e.number) %s (%L, %L)', v_key, CASE WHEN v_up THEN '>' ELSE '<' END, p_at, p_place)
    ELSE format(' AND %%1$s.number %s %L', CASE WHEN v_up THEN '>' ELSE '<' END, p_place) END;
  v_columns := 'e.id, e.number, e.name, e.type, e.source, e.filed_by, e.collected_at, e.valid_until, e.matter_id, e.withdrawal_id';
  IF v_fresh = 'superseded' THEN
    v_walks := ARRAY[format('SELECT %1$s, NULL::timestamptz AS at, s.number AS place FROM app.evidence s CROSS JOIN LATERAL'
      || ' (SELECT * FROM app.evidence o WHERE o.company_id = %2$L AND o.id = s.supersedes LIMIT 1) e'
      || ' WHERE s.company_id = %2$L AND s.supersedes IS NOT NULL%3$s ORDER BY s.number %4$s', v_columns, v_company, format(v_after, 's'), v_word)];
  ELSIF v_key IS NOT NULL THEN
    v_walks := ARRAY[format('SELECT %1$s, e.%2$I AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %3$L%4$s ORDER BY e.%2$I %5$s, e.number %5$s',
      v_columns, v_key, v_company, v_after
        -- On the side where the list begins its place is the tighter bound, and two would be one too many for the index.
        || CASE WHEN v_low IS NULL OR v_up AND p_place IS NOT NULL THEN '' ELSE format(' AND e.%I %s %L', v_key, CASE v_key WHEN 'valid_until' THEN '>' ELSE '>=' END, v_low) END
        || CASE WHEN v_high IS NULL OR NOT v_up AND p_place IS NOT NULL THEN '' ELSE format(' AND e.%I %s %L', v_key, CASE v_key WHEN 'valid_until' THEN '<=' ELSE '<' END, v_high) END,
      v_word)];
  ELSIF p_filters ? 'privileged' OR p_filters ? 'matter' THEN
    v_walks := ARRAY(SELECT format('SELECT %s, NULL::timestamptz AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %L AND e.matter_id = %L%s ORDER BY e.number %s',
      v_columns, v_company, m, format(v_after, 'e'), v_word) FROM unnest(v_matters) m WHERE coalesce(m::text = p_filters ->> 'matter', true));
  ELSIF cardinality(v_under) BETWEEN 1 AND 5 THEN
    -- A join would be free to read all of a company's items by their numbers; LIMIT keeps it a look-up for each link.
    v_walks := ARRAY(SELECT format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.%2$I k CROSS JOIN LATERAL'
      || ' (SELECT * FROM app.evidence o WHERE o.company_id = %3$L AND o.number = k.number LIMIT 1) e'
      || ' WHERE k.company_id = %3$L AND k.control_id = %4$L AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)%5$s ORDER BY k.number %6$s', v_columns, links, v_company, control, format(v_after, 'k'), v_word)
      FROM unnest(v_under) control CROSS JOIN unnest(CASE WHEN cardinality(v_matters) > 0
        THEN ARRAY['evidence_controls', 'privileged_controls'] ELSE ARRAY['evidence_controls'] END) links);
  ELSIF p_filters ? 'person' THEN
    -- Items are numbered in the order of their filing.
    v_walks := ARRAY[format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %2$L AND e.filed_by = %3$L%4$s ORDER BY e.filed_at %5$s, e.number %5$s',
      v_columns, v_company, p_filters ->> 'person', CASE WHEN p_place IS NULL THEN '' ELSE format(
        ' AND (e.filed_at, e.number) %1$s ((SELECT x.filed_at FROM app.evidence x WHERE x.company_id = %2$L AND x.number = %3$L), %3$L)',
        CASE WHEN v_up THEN '>' ELSE '<' END, v_company, p_place) END, v_word)];
  ELSE
    v_walks := ARRAY[format('SELECT %s, NULL::timestamptz AS at, e.number AS place FROM app.evidence e WHERE e.company_id = %L%s%s ORDER BY e.number %s',
      v_columns, v_company, format(v_after, 'e'), coalesce(' AND e.source = ' || quote_literal(p_filters ->> 'source'), ' AND e.type = ' || quote_literal(p_filters ->> 'type'), ''), v_word)];
  END IF;
  -- Looked up one by one, an item costs more than the next of an index.
  v_walked := CASE WHEN v_pattern ~ '[[:alnum:]]{3}' OR v_fresh = 'superseded' OR cardinality(v_under) BETWEEN 1 AND 5 THEN c_walked / 2 ELSE c_walked END / greatest(cardinality(v_walks), 1);
  FOREACH v_walk IN ARRAY v_walks LOOP
    EXECUTE format('SELECT array_agg(x.number), array_agg(x.at), array_agg(x.place) FROM (SELECT e.number, e.at, e.place FROM (%s LIMIT %s) e WHERE %s LIMIT %s) x',
      v_walk, v_walked, v_fits, v_wanted) INTO v_n, v_a, v_p;
    v_numbers := v_numbers || coalesce(v_n, '{}'); v_ats := v_ats || coalesce(v_a, '{}'); v_places := v_places || coalesce(v_p, '{}');
    IF coalesce(cardinality(v_n), 0) < v_wanted THEN
      EXECUTE format('SELECT w.at, w.place FROM (%s OFFSET %s LIMIT 1) w', v_walk, v_walked - 1) INTO v_end_at, v_end;
      IF v_end IS NOT NULL AND (v_stop IS NULL OR v_end <> v_stop AND v_up = (v_end < v_stop)) THEN
        v_stop := v_end; v_stop_at := v_end_at;
      END IF;
    END IF;
  END LOOP;
  IF v_stop IS NOT NULL AND cardinality(v_numbers) < v_wanted THEN
    v_leads := array_remove(ARRAY[CASE WHEN v_fresh = 'withdrawn' THEN 'e.withdrawal_id IS NOT NULL' END, 'e.source = ' || quote_literal(p_filters ->> 'source'), 'e.filed_by = ' || quote_literal(p_filters ->> 'person'),
      'e.type = ' || quote_literal(p_filters ->> 'type'),
      CASE WHEN cardinality(v_under) BETWEEN 1 AND 5 THEN format('e.number = ANY (ARRAY(SELECT k.number FROM app.evidence_controls k WHERE k.company_id = %1$L'
        || ' AND k.control_id = ANY (%2$L) UNION ALL SELECT k.number FROM app.privileged_controls k WHERE k.company_id = %1$L AND k.control_id = ANY (%2$L) LIMIT %3$s))',
        v_company, v_under, c_rare + 1) END,
      CASE WHEN p_filters ?& ARRAY['from', 'to'] THEN format('e.collected_at >= %L AND e.collected_at < %L', p_filters ->> 'from', p_filters ->> 'to') END], NULL);
    FOREACH v_lead IN ARRAY v_leads LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT e.number FROM app.evidence e WHERE e.company_id = %L AND %s LIMIT %s) x', v_company, v_lead, c_rare + 1) INTO v_met;
      IF v_met <= c_rare THEN
        EXECUTE format('SELECT array_agg(x.number), array_agg(x.at), array_agg(x.place) FROM (SELECT g.number, g.at, g.place FROM (SELECT e.number, %1$s AS at, %2$s AS place'
          || ' FROM app.evidence e WHERE e.company_id = %3$L AND %4$s AND %5$s OFFSET 0) g WHERE g.place IS NOT NULL%6$s ORDER BY g.at %7$s, g.place %7$s LIMIT %8$s) x',
          coalesce('e.' || v_key, 'NULL::timestamptz'), CASE WHEN v_fresh = 'superseded' THEN
            format('(SELECT s.number FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id LIMIT 1)', v_company) ELSE 'e.number' END,
          v_company, v_lead, v_fits, CASE WHEN p_place IS NULL THEN '' ELSE format(CASE WHEN v_key IS NULL THEN ' AND g.place %1$s %3$L' ELSE ' AND (g.at, g.place) %1$s (%2$L, %3$L)' END,
            CASE WHEN v_up THEN '>' ELSE '<' END, p_at, p_place) END, v_word, v_wanted) INTO v_numbers, v_ats, v_places;
        v_numbers := coalesce(v_numbers, '{}'); v_ats := coalesce(v_ats, '{}'); v_places := coalesce(v_places, '{}');
        v_stop := NULL;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  -- Words that are not among the first. Without three letters in a row there is no trigram to look up.
  IF v_stop IS NOT NULL AND cardinality(v_numbers) < v_wanted AND v_pattern ~ '[[:alnum:]]{3}' AND coalesce(v_fresh <> 'superseded', true)
    AND (cardinality(v_named) = 0 OR v_key IS NULL AND cardinality(v_under) = 0) THEN
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT e.number, %1$s AS at FROM app.evidence e WHERE e.company_id = %2$L AND lower(e.name || '' '' || e.source) LIKE %8$L AND lower(e.name) LIKE %3$L%4$s AND %5$s LIMIT %6$s)'
      || ' SELECT array_agg(h.number), array_agg(h.at), array_agg(h.number) FROM (SELECT hits.number, hits.at FROM hits ORDER BY hits.at %7$s, hits.number %7$s) h',
      coalesce('e.' || v_key, 'NULL::timestamptz'), v_company, v_pattern, format(v_after, 'e'), v_where
        || CASE WHEN cardinality(v_under) > 0 THEN format(' AND (' || v_control || ')', v_under) ELSE '' END, c_rare + 1, v_word, app.look_up_by(v_company, v_pattern, c_rare)) INTO v_n, v_a, v_p;
    IF coalesce(cardinality(v_n), 0) <= c_rare THEN
      v_numbers := coalesce(v_n, '{}'); v_ats := coalesce(v_a, '{}'); v_places := coalesce(v_p, '{}');
      v_stop := NULL; v_stop_at := NULL;
      FOREACH v_control IN ARRAY v_named LOOP
        v_walk := format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.evidence_controls k CROSS JOIN LATERAL'
          || ' (SELECT * FROM app.evidence o WHERE o.company_id = %2$L AND o.number = k.number LIMIT 1) e'
          || ' WHERE k.company_id = %2$L AND k.control_id = %3$L AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)%4$s ORDER BY k.number %5$s', v_columns, v_company, v_control, format(v_after, 'k'), v_word);
        v_walked := c_walked / cardinality(v_named);
        EXECUTE format('SELECT array_agg(x.number), array_agg(x.at), array_agg(x.place) FROM (SELECT e.number, e.at, e.place FROM (%s LIMIT %s) e WHERE %s LIMIT %s) x',
          v_walk, v_walked, v_where, v_wanted) INTO v_n, v_a, v_p;
        v_numbers := v_numbers || coalesce(v_n, '{}'); v_ats := v_ats || coalesce(v_a, '{}'); v_places := v_places || coalesce(v_p, '{}');
        IF coalesce(cardinality(v_n), 0) < v_wanted THEN
          EXECUTE format('SELECT w.place FROM (%s OFFSET %s LIMIT 1) w', v_walk, v_walked - 1) INTO v_end;
          IF v_end IS NOT NULL AND (v_stop IS NULL OR v_end <> v_stop AND v_up = (v_end < v_stop)) THEN v_stop := v_end; END IF;
        END IF;
      END LOOP;
    END IF;
  END IF;
  -- Beyond where one walk stopped, another may have found what is not next.
  RETURN QUERY SELECT o.number, o.at, o.place FROM (
      SELECT DISTINCT f.number, f.at, f.place FROM unnest(v_numbers, v_ats, v_places) f (number, at, place)
      WHERE v_key IS NOT NULL OR v_stop IS NULL OR v_up = (f.place < v_stop) OR f.place = v_stop) o
    ORDER BY CASE WHEN v_up THEN o.at END, CASE WHEN v_up THEN o.place END, o.at DESC, o.place DESC LIMIT v_wanted;
  GET DIAGNOSTICS v_walked = ROW_COUNT;
  IF v_walked < v_wanted AND v_stop IS NOT NULL THEN RETURN QUERY SELECT NULL::bigint, v_stop_at, v_stop; END IF;
END $function$;
RESET ROLE;
