-- The evidence library: lists that stay as fast among a million items as among a thousand, and uploads that are gone on with.
SET LOCAL ROLE app_owner;

-- Places of the caller's company's items that fit the filters, in the order of the list, from a place on; privileged items
-- only for their circle. Row-level security lets few operators look up an index, since they could tell about rows one may
-- not see; so this finds numbers, and whoever asked reads the rows by their own policies.
--
-- Each filter has an index in the order of the list. One of them leads, and the rest is looked at item by item, at 4,000
-- items at most. When that does not fill the page and one of the filters, or the words, fit few items in all, these are
-- fetched whole and sorted. What is left are combinations of common things that hardly ever meet: such a list ends with a row
-- without a number, which is the place to go on from. No condition is a join, which would be free to change the order.
--
-- p_filters: type, source, under (controls, any of which), person, from and to (of collection), freshness (current, expiring,
-- expired, superseded), privileged, matter, pattern (of LIKE, in small letters), named (controls that the words searched for name).
-- Lists by freshness go by expiry, by a range of days by collection, of what is superseded by what took its place.
CREATE FUNCTION app.list_evidence(p_filters jsonb, p_now timestamptz, p_at timestamptz, p_place bigint, p_back boolean, p_limit integer)
RETURNS TABLE (number bigint, at timestamptz, place bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
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
  -- Nothing privileged is found by its words, not even by its circle, unless the matter is named.
  v_where := CASE WHEN p_filters ? 'pattern' AND NOT p_filters ? 'matter' THEN 'e.matter_id IS NULL'
      ELSE format('(e.matter_id IS NULL OR e.matter_id = ANY (%L::uuid[]))', v_matters) END
    || coalesce(' AND e.type = ' || quote_literal(p_filters ->> 'type'), '')
    || coalesce(' AND e.source = ' || quote_literal(p_filters ->> 'source'), '')
    || coalesce(' AND e.filed_by = ' || quote_literal(p_filters ->> 'person'), '')
    || coalesce(' AND e.collected_at >= ' || quote_literal(p_filters ->> 'from'), '')
    || coalesce(' AND e.collected_at < ' || quote_literal(p_filters ->> 'to'), '')
    || coalesce(' AND e.matter_id = ' || quote_literal(p_filters ->> 'matter'), '')
    || CASE WHEN p_filters ? 'privileged' THEN ' AND e.matter_id IS NOT NULL' ELSE '' END
    || CASE v_fresh WHEN 'current' THEN format(' AND e.valid_until > %L', p_now)
      WHEN 'expiring' THEN format(' AND e.valid_until > %L AND e.valid_until <= %L', p_now, p_now + interval '30 days')
      WHEN 'expired' THEN format(' AND e.valid_until <= %L', p_now) ELSE '' END
    || CASE WHEN v_key = 'valid_until' THEN format(' AND (SELECT true FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id AND (s.matter_id IS NULL OR s.matter_id = ANY (%L::uuid[])) LIMIT 1) IS NULL', v_company, v_matters) ELSE '' END
    -- What took its place is under a privilege still: outside of the circle it has not been superseded.
    || CASE WHEN v_fresh = 'superseded' THEN format(' AND (SELECT s.matter_id IS NULL OR s.matter_id = ANY (%L::uuid[]) FROM app.evidence s WHERE s.company_id = %L AND s.supersedes = e.id LIMIT 1)', v_matters, v_company) ELSE '' END
    -- What is filed under no control is in no project that anybody audits.
    || CASE WHEN app.audited() IS NOT NULL THEN format(' AND (SELECT true FROM app.evidence_controls k WHERE k.company_id = %L AND k.evidence_id = e.id LIMIT 1)', v_company) ELSE '' END;
  v_control := format('(SELECT true FROM app.evidence_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) LIMIT 1)'
    || ' OR e.matter_id IS NOT NULL AND (SELECT true FROM app.privileged_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) LIMIT 1)', v_company);
  v_fits := v_where || CASE WHEN cardinality(v_under) > 0 THEN format(' AND (' || v_control || ')', v_under) ELSE '' END
    || coalesce(' AND (lower(e.name) LIKE ' || quote_literal(v_pattern)
      || CASE WHEN cardinality(v_named) > 0 THEN format(' OR ' || v_control, v_named) ELSE '' END || ')', '');
  -- Where the list goes on.
  v_after := CASE
    WHEN p_place IS NULL THEN ''
    WHEN v_key IS NOT NULL THEN format(' AND (e.%I, e.number) %s (%L, %L)', v_key, CASE WHEN v_up THEN '>' ELSE '<' END, p_at, p_place)
    ELSE format(' AND %%1$s.number %s %L', CASE WHEN v_up THEN '>' ELSE '<' END, p_place) END;
  v_columns := 'e.id, e.number, e.name, e.type, e.source, e.filed_by, e.collected_at, e.valid_until, e.matter_id';
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
      || ' WHERE k.company_id = %3$L AND k.control_id = %4$L%5$s ORDER BY k.number %6$s', v_columns, links, v_company, control, format(v_after, 'k'), v_word)
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
    v_leads := array_remove(ARRAY['e.source = ' || quote_literal(p_filters ->> 'source'), 'e.filed_by = ' || quote_literal(p_filters ->> 'person'),
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
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT e.number, %1$s AS at FROM app.evidence e WHERE e.company_id = %2$L AND lower(e.name || '' '' || e.source) LIKE %3$L AND lower(e.name) LIKE %3$L%4$s AND %5$s LIMIT %6$s)'
      || ' SELECT array_agg(h.number), array_agg(h.at), array_agg(h.number) FROM (SELECT hits.number, hits.at FROM hits ORDER BY hits.at %7$s, hits.number %7$s) h',
      coalesce('e.' || v_key, 'NULL::timestamptz'), v_company, v_pattern, format(v_after, 'e'), v_where
        || CASE WHEN cardinality(v_under) > 0 THEN format(' AND (' || v_control || ')', v_under) ELSE '' END, c_rare + 1, v_word) INTO v_n, v_a, v_p;
    IF coalesce(cardinality(v_n), 0) <= c_rare THEN
      v_numbers := coalesce(v_n, '{}'); v_ats := coalesce(v_a, '{}'); v_places := coalesce(v_p, '{}');
      v_stop := NULL; v_stop_at := NULL;
      FOREACH v_control IN ARRAY v_named LOOP
        v_walk := format('SELECT %1$s, NULL::timestamptz AS at, e.number AS place FROM app.evidence_controls k CROSS JOIN LATERAL'
          || ' (SELECT * FROM app.evidence o WHERE o.company_id = %2$L AND o.number = k.number LIMIT 1) e'
          || ' WHERE k.company_id = %2$L AND k.control_id = %3$L%4$s ORDER BY k.number %5$s', v_columns, v_company, v_control, format(v_after, 'k'), v_word);
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
END $$;

-- Sources that the company's ordinary items name, one step of the index for each; a hundred at most.
CREATE FUNCTION app.evidence_sources() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH RECURSIVE named (source, n) AS (
    (SELECT e.source, 1 FROM app.evidence e WHERE e.company_id = app.tenant() AND e.matter_id IS NULL ORDER BY e.source LIMIT 1)
    UNION ALL
    SELECT (SELECT e.source FROM app.evidence e WHERE e.company_id = app.tenant() AND e.matter_id IS NULL AND e.source > named.source
      ORDER BY e.source LIMIT 1), named.n + 1 FROM named WHERE named.source IS NOT NULL AND named.n < 100
  ) SELECT named.source FROM named WHERE named.source IS NOT NULL ORDER BY named.source
$$;

-- Files on their way: what arrived of them, sealed part by part, until the last byte came or the time is up. Only who sends
-- one sees it.
CREATE TABLE app.uploads (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
  storage_location_id uuid NOT NULL REFERENCES app.storage_locations,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX uploads_expired ON app.uploads (expires_at);

CREATE TABLE app.upload_parts (
  company_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  position bigint NOT NULL,
  artifact_id uuid NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  blob_key text NOT NULL,
  wrapped_key bytea NOT NULL,
  key_version integer NOT NULL,
  PRIMARY KEY (company_id, upload_id, position),
  FOREIGN KEY (company_id, upload_id) REFERENCES app.uploads ON DELETE CASCADE
);

SELECT app.protect(t) FROM unnest(ARRAY['app.uploads', 'app.upload_parts']::regclass[]) t;
CREATE POLICY read_own ON app.uploads FOR SELECT TO app_user USING (user_id = (SELECT app.uid()));
CREATE POLICY receive ON app.uploads FOR UPDATE TO app_user USING (user_id = (SELECT app.uid()));
CREATE POLICY read_own ON app.upload_parts FOR SELECT TO app_user
  USING (EXISTS (SELECT FROM app.uploads u WHERE u.company_id = upload_parts.company_id AND u.id = upload_id));
CREATE POLICY receive ON app.upload_parts FOR INSERT TO app_user WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member')
  AND EXISTS (SELECT FROM app.uploads u WHERE u.company_id = upload_parts.company_id AND u.id = upload_id));
GRANT SELECT ON app.uploads, app.upload_parts TO app_user, app_definer;
GRANT UPDATE (received, expires_at) ON app.uploads TO app_user;
GRANT INSERT ON app.upload_parts TO app_user;
GRANT INSERT, UPDATE (expires_at) ON app.uploads TO app_definer;

-- Begins an upload under an id that the sender chose; beginning it again changes nothing. False when unfinished uploads of
-- the company would be larger than p_room together (they are counted one after the other), or the id is somebody else's.
CREATE FUNCTION app.begin_upload(p_id uuid, p_size bigint, p_now timestamptz, p_expires timestamptz, p_room bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_company uuid := app.tenant(); v_location uuid;
BEGIN
  IF v_company IS NULL OR app.my_role() IS NULL OR app.my_role() = 'viewer' THEN
    RAISE EXCEPTION 'not allowed to file evidence' USING ERRCODE = '42501';
  END IF;
  PERFORM FROM app.uploads u WHERE u.company_id = v_company AND u.id = p_id AND u.user_id = app.uid() AND u.size = p_size;
  IF FOUND THEN RETURN true; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('uploads' || v_company, 0));
  IF p_size + coalesce((SELECT sum(u.size) FROM app.uploads u WHERE u.company_id = v_company AND u.expires_at > p_now), 0) > p_room THEN
    RETURN false;
  END IF;
  -- Nobody takes more than half of it: others must be able to file, too.
  IF p_size + coalesce((SELECT sum(u.size) FROM app.uploads u
      WHERE u.company_id = v_company AND u.user_id = app.uid() AND u.expires_at > p_now), 0) > p_room / 2 THEN
    RETURN false;
  END IF;
  SELECT c.storage_location_id INTO STRICT v_location FROM app.companies c WHERE c.id = v_company;
  INSERT INTO app.uploads (company_id, id, user_id, size, storage_location_id, expires_at)
    VALUES (v_company, p_id, app.uid(), p_size, v_location, p_expires) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Ends an upload of the caller: its parts are swept from now on.
CREATE FUNCTION app.end_upload(p_id uuid, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$UPDATE app.uploads SET expires_at = p_now WHERE company_id = app.tenant() AND id = p_id AND user_id = app.uid()$$;

-- Parts of uploads whose time is up, and of closed companies; what is left of each upload goes with forget_uploads. p_company: of
-- it alone, or NULL. p_failing: storage locations that do not answer.
CREATE FUNCTION app.leftover_parts(p_now timestamptz, p_company uuid, p_failing uuid[]) RETURNS TABLE (company_id uuid, upload_id uuid, "position" bigint, blob_key text, location uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.company_id, p.upload_id, p.position, p.blob_key, u.storage_location_id
  FROM app.uploads u JOIN app.upload_parts p ON p.company_id = u.company_id AND p.upload_id = u.id JOIN app.companies c ON c.id = u.company_id
  WHERE (u.expires_at <= p_now OR c.deletion_due_at <= p_now OR c.deleted_at IS NOT NULL)
    AND (p_company IS NULL OR u.company_id = p_company) AND u.storage_location_id <> ALL (p_failing)
  ORDER BY p.company_id, p.upload_id, p.position LIMIT 500
$$;
CREATE FUNCTION app.forget_part(p_company uuid, p_upload uuid, p_position bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
  $$DELETE FROM app.upload_parts WHERE company_id = p_company AND upload_id = p_upload AND position = p_position$$;
CREATE FUNCTION app.forget_uploads(p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.uploads u WHERE u.expires_at <= p_now
    AND NOT EXISTS (SELECT FROM app.upload_parts p WHERE p.company_id = u.company_id AND p.upload_id = u.id)
$$;

GRANT EXECUTE ON FUNCTION app.list_evidence(jsonb, timestamptz, timestamptz, bigint, boolean, integer) TO app_user, app_auditor;
GRANT EXECUTE ON FUNCTION app.evidence_sources(), app.begin_upload(uuid, bigint, timestamptz, timestamptz, bigint), app.end_upload(uuid, timestamptz) TO app_user;
GRANT EXECUTE ON FUNCTION app.leftover_parts(timestamptz, uuid, uuid[]), app.forget_part(uuid, uuid, bigint), app.forget_uploads(timestamptz) TO app_worker;

RESET ROLE;
ALTER FUNCTION app.list_evidence(jsonb, timestamptz, timestamptz, bigint, boolean, integer) OWNER TO app_definer;
ALTER FUNCTION app.evidence_sources() OWNER TO app_definer;
ALTER FUNCTION app.begin_upload(uuid, bigint, timestamptz, timestamptz, bigint) OWNER TO app_definer;
ALTER FUNCTION app.end_upload(uuid, timestamptz) OWNER TO app_definer;
ALTER FUNCTION app.leftover_parts(timestamptz, uuid, uuid[]) OWNER TO app_definer;
ALTER FUNCTION app.forget_part(uuid, uuid, bigint) OWNER TO app_definer;
ALTER FUNCTION app.forget_uploads(timestamptz) OWNER TO app_definer;
