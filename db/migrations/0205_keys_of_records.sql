-- Lists are sorted and narrowed by any field that they show without reading every record; and what people search is folded alike in every
-- database: lower() of one without a language folds ASCII letters alone.
SET LOCAL ROLE app_owner;

-- Lower case of Latin, Greek, Cyrillic and Armenian letters.
CREATE FUNCTION app.fold(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN octet_length(p_text) = length(p_text) THEN lower(p_text) ELSE translate(lower(p_text),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾς',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿσ') END
$$;
REVOKE EXECUTE ON FUNCTION app.fold(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.fold(text) TO app_user, app_definer;

-- The fields that lists of a register are sorted and narrowed by, beside its title: written from the declared registers.
ALTER TABLE app.registers ADD COLUMN keys text[];

-- What each record is sorted by in each of those fields. Maintained by triggers alone, as its name is; a record of a matter has none.
CREATE TABLE app.record_keys (
  company_id uuid NOT NULL REFERENCES app.companies,
  record_id uuid NOT NULL,
  field text NOT NULL,
  register text NOT NULL,
  number bigint NOT NULL,
  ended boolean NOT NULL,
  approved boolean NOT NULL,
  -- Folded; a number with as many digits as any, so that texts are in its order. Empty where there is no value.
  value text NOT NULL,
  PRIMARY KEY (company_id, record_id, field),
  FOREIGN KEY (company_id, register, record_id) REFERENCES app.records (company_id, register, id)
);
CREATE INDEX record_keys_in_order ON app.record_keys (company_id, register, field, value, number) INCLUDE (record_id, ended, approved);
SELECT app.protect('app.record_keys');
GRANT SELECT ON app.record_keys TO app_user;
GRANT SELECT, INSERT, UPDATE, DELETE ON app.record_keys TO app_definer;
CREATE POLICY read ON app.record_keys FOR SELECT TO app_user USING (register = ANY ((SELECT app.my_registers('read'))::text[]));

CREATE INDEX record_names_beyond_ascii ON app.record_names (company_id) WHERE octet_length(title) > length(title);

SET LOCAL ROLE app_definer;

CREATE FUNCTION app.key_records(p_company uuid, p_records uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.record_keys AS x (company_id, record_id, field, register, number, ended, approved, value)
    SELECT r.company_id, r.id, k.field, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL,
      CASE WHEN jsonb_typeof(r.fields -> k.field) = 'number'
        THEN to_char((r.fields ->> k.field)::numeric + 10000000000000000, 'FM00000000000000000')
        ELSE app.fold(left(coalesce(r.fields ->> k.field, ''), 300)) END
    FROM unnest(p_records) i (id) JOIN app.records r ON r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL
    JOIN app.registers g ON g.key = r.register CROSS JOIN unnest(g.keys) k (field)
    ON CONFLICT (company_id, record_id, field) DO UPDATE SET (ended, approved, value) = (excluded.ended, excluded.approved, excluded.value)
      WHERE (x.ended, x.approved, x.value) IS DISTINCT FROM (excluded.ended, excluded.approved, excluded.value)
$$;
REVOKE EXECUTE ON FUNCTION app.key_records(uuid, uuid[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION app.name_records(p_company uuid, p_records uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.record_names AS x (company_id, record_id, register, number, ended, approved, title, words)
    WITH declared AS MATERIALIZED (SELECT g.key, g.prefix, g.title, g.read_roles,
        coalesce((SELECT f.type FROM app.register_fields f WHERE f.register = g.key AND f.field = g.title) = 'system', false) AS of_system,
        ARRAY(SELECT f.field FROM app.register_fields f WHERE f.register = g.key
          AND coalesce(f.item, f.type) IN ('person', 'record', 'system', 'control', 'exhibit')) AS links
      FROM app.registers g)
    SELECT r.company_id, r.id, r.register, r.number, r.ended_at IS NOT NULL, r.approved_at IS NOT NULL, app.fold(left(coalesce(t.title, ''), 300)),
      left(app.fold(concat_ws(' ', g.prefix || '-' || r.number, jsonb_path_query_array(r.fields - g.links, '$.*')::text, l.names)), 30000)
    FROM unnest(p_records) i (id) JOIN app.records r ON r.company_id = p_company AND r.id = i.id AND r.matter_id IS NULL
    JOIN declared g ON g.key = r.register
    CROSS JOIN LATERAL (SELECT CASE WHEN g.of_system THEN (SELECT s.name FROM app.systems s WHERE s.company_id = p_company
      AND s.id = (r.fields ->> g.title)::uuid) ELSE r.fields ->> g.title END AS title) t
    LEFT JOIN LATERAL (SELECT string_agg(CASE WHEN k.system_id IS NOT NULL THEN s.name ELSE o.fields ->> d.title END, ' ' ORDER BY k.field, k.position) AS names
      FROM app.record_links k LEFT JOIN app.systems s ON s.company_id = p_company AND s.id = k.system_id
      LEFT JOIN app.records o ON o.company_id = p_company AND o.id = CASE WHEN k.person_id IS NULL THEN k.target_id ELSE k.person_id END AND o.matter_id IS NULL
      LEFT JOIN declared d ON d.key = o.register AND d.read_roles @> g.read_roles AND NOT d.of_system
      WHERE k.company_id = p_company AND k.record_id = r.id) l ON true
    ON CONFLICT (company_id, record_id) DO UPDATE SET (ended, approved, title, words) = (excluded.ended, excluded.approved, excluded.title, excluded.words);
  SELECT app.key_records(p_company, p_records)
$$;

CREATE OR REPLACE FUNCTION app.name_register() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  DELETE FROM app.record_keys k WHERE k.register = NEW.key AND NOT k.field = ANY (coalesce(NEW.keys, '{}'));
  FOR v IN SELECT r.company_id, array_agg(r.id) AS ids FROM app.records r WHERE r.matter_id IS NULL AND (r.register = NEW.key
      OR r.register IN (SELECT f.register FROM app.register_fields f
        WHERE CASE coalesce(f.item, f.type) WHEN 'person' THEN 'people' ELSE f.target END = NEW.key)) GROUP BY r.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION app.name_changed_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record;
BEGIN
  UPDATE app.record_names x SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE x.company_id = n.company_id AND x.record_id = n.id AND (x.ended, x.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  UPDATE app.record_keys k SET (ended, approved) = (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL) FROM after n
    WHERE k.company_id = n.company_id AND k.record_id = n.id AND (k.ended, k.approved) IS DISTINCT FROM (n.ended_at IS NOT NULL, n.approved_at IS NOT NULL);
  -- What leads to a record has its name among its words.
  FOR v IN WITH changed AS (SELECT n.company_id, n.id, o.fields -> g.title IS DISTINCT FROM n.fields -> g.title AS renamed
        FROM after n JOIN before o ON o.company_id = n.company_id AND o.id = n.id JOIN app.registers g ON g.key = n.register
        WHERE n.matter_id IS NULL AND n.fields IS DISTINCT FROM o.fields),
      stale AS (SELECT c.company_id, c.id FROM changed c
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.person_id = c.id WHERE c.renamed
        UNION SELECT l.company_id, l.record_id FROM changed c JOIN app.record_links l ON l.company_id = c.company_id AND l.target_id = c.id WHERE c.renamed)
      SELECT s.company_id, array_agg(s.id) AS ids FROM stale s GROUP BY s.company_id LOOP
    PERFORM app.name_records(v.company_id, v.ids);
  END LOOP;
  UPDATE app.record_counts c SET (approved, waiting, ended) = (c.approved + x.approved, c.waiting + x.waiting, c.ended + x.ended)
    FROM (SELECT s.company_id, s.register, sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NOT NULL THEN s.one ELSE 0 END) AS approved,
        sum(CASE WHEN s.ended_at IS NULL AND s.approved_at IS NULL THEN s.one ELSE 0 END) AS waiting,
        sum(CASE WHEN s.ended_at IS NOT NULL THEN s.one ELSE 0 END) AS ended
      FROM (SELECT o.company_id, o.register, o.ended_at, o.approved_at, -1 AS one FROM before o WHERE o.matter_id IS NULL
        UNION ALL SELECT n.company_id, n.register, n.ended_at, n.approved_at, 1 FROM after n WHERE n.matter_id IS NULL) s GROUP BY 1, 2) x
    WHERE c.company_id = x.company_id AND c.register = x.register AND (x.approved, x.waiting, x.ended) IS DISTINCT FROM (0, 0, 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION app.find_records(p_registers text[], p_pattern text, p_limit integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_company uuid := app.tenant();
  v_limit integer := least(p_limit, 50);
  v_pattern text := app.fold(p_pattern);
  v_registers text[] := ARRAY(SELECT unnest(p_registers) INTERSECT SELECT unnest(app.my_registers('read')));
  v_found uuid[];
BEGIN
  v_found := ARRAY(SELECT newest.record_id FROM (SELECT n.record_id, n.register, n.title, n.ended, n.number FROM app.record_names n
      WHERE n.company_id = v_company ORDER BY n.ended, n.number DESC LIMIT 2000) newest
    WHERE newest.register = ANY (v_registers) AND newest.title LIKE v_pattern ORDER BY newest.ended, newest.number DESC LIMIT v_limit);
  -- Without three letters in a row there is no trigram to look up, and every record would be read.
  IF cardinality(v_found) < v_limit AND v_pattern ~ '[a-z0-9]{3}' THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT n.record_id, n.ended, n.number FROM app.record_names n
        WHERE n.company_id = v_company AND n.title LIKE v_pattern AND n.register = ANY (v_registers))
      SELECT h.record_id FROM hits h ORDER BY h.ended, h.number DESC LIMIT v_limit);
  -- Trigrams are of ASCII letters where the database knows no others. Few names of most companies have any.
  ELSIF cardinality(v_found) < v_limit AND octet_length(v_pattern) > length(v_pattern) THEN
    v_found := ARRAY(WITH hits AS MATERIALIZED (SELECT n.record_id, n.ended, n.number FROM app.record_names n
        WHERE n.company_id = v_company AND octet_length(n.title) > length(n.title) AND n.title LIKE v_pattern AND n.register = ANY (v_registers))
      SELECT h.record_id FROM hits h ORDER BY h.ended, h.number DESC LIMIT v_limit);
  END IF;
  RETURN QUERY SELECT unnest(v_found);
END $$;

SET LOCAL ROLE app_owner;
-- The records that there are get their keys, and names folded anew, when the registers are next written, which every migration is followed by.
DROP TRIGGER name_records ON app.registers;
CREATE TRIGGER name_records AFTER UPDATE ON app.registers FOR EACH ROW
  WHEN ((OLD.title, OLD.prefix, OLD.read_roles, OLD.keys) IS DISTINCT FROM (NEW.title, NEW.prefix, NEW.read_roles, NEW.keys))
  EXECUTE FUNCTION app.name_register();
RESET ROLE;
