-- Mending what was filed: an item is withdrawn with a reason, and that is taken back. See docs/decisions/0063.
SET LOCAL ROLE app_owner;

-- Who withdrew which item and why, and who took that back. Number and hash stand here, because the item itself is hidden meanwhile.
CREATE TABLE app.withdrawals (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  evidence_id uuid NOT NULL,
  number bigint NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  reason text NOT NULL CHECK (btrim(reason) <> ''),
  withdrawn_by uuid NOT NULL,
  withdrawn_at timestamptz NOT NULL,
  -- The place of its entry in the ledger.
  ledger_index bigint NOT NULL,
  restored_by uuid,
  restored_at timestamptz,
  restored_index bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, evidence_id) REFERENCES app.evidence,
  CHECK (num_nonnulls(restored_at, restored_index) IN (0, 2) AND (restored_at IS NULL OR restored_by IS NOT NULL))
);
CREATE UNIQUE INDEX withdrawals_once ON app.withdrawals (company_id, evidence_id) WHERE restored_at IS NULL;
CREATE INDEX withdrawals_of_item ON app.withdrawals (company_id, evidence_id, ledger_index);
SELECT app.protect('app.withdrawals');
SELECT app.append_only('app.withdrawals', 'restored_by', 'restored_at', 'restored_index');
CREATE POLICY read ON app.withdrawals FOR SELECT TO app_user USING (true);
-- An item's custody tells auditors what was withdrawn and restored; what is withdrawn they do not see.
CREATE POLICY audit ON app.withdrawals FOR SELECT TO app_auditor USING (restored_at IS NOT NULL
  AND EXISTS (SELECT FROM app.evidence e WHERE e.company_id = withdrawals.company_id AND e.id = withdrawals.evidence_id));
GRANT SELECT ON app.withdrawals TO app_user, app_auditor;
GRANT INSERT, UPDATE (restored_by, restored_at, restored_index) ON app.withdrawals TO app_definer;

-- The withdrawal that stands; NULL for an item that counts.
ALTER TABLE app.evidence ADD COLUMN withdrawal_id uuid;
CREATE INDEX evidence_withdrawn ON app.evidence (company_id, number) WHERE withdrawal_id IS NOT NULL;
-- What took the item away from this control: the withdrawal of the item. NULL where the link counts.
ALTER TABLE app.evidence_controls ADD COLUMN set_aside_by uuid;
ALTER TABLE app.privileged_controls ADD COLUMN set_aside_by uuid;
GRANT UPDATE (withdrawal_id) ON app.evidence TO app_definer;
GRANT UPDATE (set_aside_by) ON app.evidence_controls TO app_definer;

-- Whether this transaction asks for what is set aside, too.
CREATE FUNCTION app.shows_withdrawn() RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
  $$SELECT coalesce(current_setting('app.withdrawn', true) = 'shown', false)$$;
REVOKE EXECUTE ON FUNCTION app.shows_withdrawn() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.shows_withdrawn() TO app_user, app_auditor, app_definer;

-- What counts is decided here: whatever reads items or their controls as a member or an auditor finds none that is set aside, unless
-- its transaction asks for them. What reads with more rights says the same for itself, and tests/sweeps/withdrawals.test.ts knows it.
CREATE POLICY withdrawal_wall ON app.evidence AS RESTRICTIVE FOR SELECT TO PUBLIC
  USING (withdrawal_id IS NULL OR (SELECT app.shows_withdrawn()));
CREATE POLICY withdrawal_wall ON app.evidence_controls AS RESTRICTIVE FOR SELECT TO PUBLIC
  USING (set_aside_by IS NULL OR (SELECT app.shows_withdrawn()));

RESET ROLE;
-- Changes the text of a function as it stands, and fails where it does not stand as expected: earlier migrations may be newer.
CREATE FUNCTION pg_temp.rewrite(p_function regproc, p_times integer, p_from text, p_to text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_text text := pg_get_functiondef(p_function);
BEGIN
  IF (length(v_text) - length(replace(v_text, p_from, ''))) / length(p_from) <> p_times THEN
    RAISE EXCEPTION '% does not have "%" % times', p_function, p_from, p_times;
  END IF;
  EXECUTE replace(v_text, p_from, p_to);
END $$;
GRANT EXECUTE ON FUNCTION pg_temp.rewrite(regproc, integer, text, text) TO app_definer, app_owner;

-- What a withdrawn item said of a check is neither a pass nor a failure, and no older result speaks in its place: to withdraw
-- something makes nothing pass.
SELECT pg_temp.rewrite('app.newest_results', 1, '(SELECT CASE WHEN i.evidence_id IS NOT NULL',
  '(SELECT CASE WHEN e.withdrawal_id IS NOT NULL THEN ''unknown'' WHEN i.evidence_id IS NOT NULL');
SELECT pg_temp.rewrite('app.newest_results', 1, 'CASE WHEN o.outcome = r.outcome THEN r.reason',
  'CASE WHEN e.withdrawal_id IS NOT NULL THEN ''Not decided: EX-'' || lpad(e.number::text, greatest(6, length(e.number::text)), ''0'') || '' was withdrawn. Collect or import it again.'' WHEN o.outcome = r.outcome THEN r.reason');
ALTER FUNCTION app.newest_results(uuid, timestamptz, bigint, timestamptz, timestamptz) SET app.withdrawn = 'shown';

SELECT pg_temp.rewrite('app.facts_to_judge', 2, 'AND c.control_id = t.control_id', 'AND c.control_id = t.control_id AND c.set_aside_by IS NULL');
SELECT pg_temp.rewrite('app.audited_item', 1, 'AND e.matter_id IS NULL', 'AND e.matter_id IS NULL AND e.withdrawal_id IS NULL');
SELECT pg_temp.rewrite('app.audited_item', 1, 'AND k.evidence_id = e.id)', 'AND k.evidence_id = e.id AND k.set_aside_by IS NULL)');
SELECT pg_temp.rewrite('app.sample_population', 1, 'AND e.matter_id IS NULL', 'AND e.matter_id IS NULL AND e.withdrawal_id IS NULL AND k.set_aside_by IS NULL');
SELECT pg_temp.rewrite('app.evidence_sources', 2, 'AND e.matter_id IS NULL', 'AND e.matter_id IS NULL AND e.withdrawal_id IS NULL');
SELECT pg_temp.rewrite('app.find_evidence', 2, 'AND e.matter_id IS NULL', 'AND e.matter_id IS NULL AND e.withdrawal_id IS NULL');
-- What is withdrawn is not replaced either: it counts for nothing that another could count for instead.
SELECT pg_temp.rewrite('app.file_evidence', 1, 'AND o.matter_id IS NOT DISTINCT FROM x.matter',
  'AND o.matter_id IS NOT DISTINCT FROM x.matter AND o.withdrawal_id IS NULL');

SELECT pg_temp.rewrite('app.evidence_totals', 1, 'AND p.matter_id IS NOT NULL AND p.filed_at <= i.instant)',
  'AND p.matter_id IS NOT NULL AND p.filed_at <= i.instant)
      - (SELECT count(*) FROM app.evidence w WHERE w.company_id = h.company_id AND w.withdrawal_id IS NOT NULL AND w.filed_at <= i.instant)');
SELECT pg_temp.rewrite('app.evidence_totals', 1, 'h.evidence_count - h.privileged_count',
  'h.evidence_count - h.privileged_count
      - (SELECT count(*) FROM app.evidence w WHERE w.company_id = h.company_id AND w.withdrawal_id IS NOT NULL)');

-- The library shows what is withdrawn only to who asks for it, and to no auditor.
SELECT pg_temp.rewrite('app.list_evidence', 1, '|| CASE WHEN p_filters ? ''privileged''',
  '|| CASE WHEN v_fresh = ''withdrawn'' AND app.audited() IS NULL THEN '' AND e.withdrawal_id IS NOT NULL'' WHEN v_fresh = ''withdrawn'' THEN '' AND false'' ELSE '' AND e.withdrawal_id IS NULL'' END
    || CASE WHEN p_filters ? ''privileged''');
SELECT pg_temp.rewrite('app.list_evidence', 1, 'e.valid_until, e.matter_id''', 'e.valid_until, e.matter_id, e.withdrawal_id''');
SELECT pg_temp.rewrite('app.list_evidence', 1, 'v_leads := array_remove(ARRAY[',
  'v_leads := array_remove(ARRAY[CASE WHEN v_fresh = ''withdrawn'' THEN ''e.withdrawal_id IS NOT NULL'' END, ');
SELECT pg_temp.rewrite('app.list_evidence', 1,
  'FROM app.evidence_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[])',
  'FROM app.evidence_controls k WHERE k.company_id = %1$L AND k.evidence_id = e.id AND k.control_id = ANY (%%1$L::text[]) AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)');
SELECT pg_temp.rewrite('app.list_evidence', 1, 'FROM app.evidence_controls k WHERE k.company_id = %L AND k.evidence_id = e.id LIMIT 1',
  'FROM app.evidence_controls k WHERE k.company_id = %L AND k.evidence_id = e.id AND k.set_aside_by IS NULL LIMIT 1');
SELECT pg_temp.rewrite('app.list_evidence', 1, ' WHERE k.company_id = %3$L AND k.control_id = %4$L%5$s',
  ' WHERE k.company_id = %3$L AND k.control_id = %4$L AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)%5$s');
SELECT pg_temp.rewrite('app.list_evidence', 1, ' WHERE k.company_id = %2$L AND k.control_id = %3$L%4$s',
  ' WHERE k.company_id = %2$L AND k.control_id = %3$L AND (k.set_aside_by IS NULL OR k.set_aside_by = e.withdrawal_id)%4$s');

SET LOCAL ROLE app_definer;

-- Withdraws an item: owners and admins any, members what they filed themselves. It answers what keeps it from that: 'not found',
-- 'withdrawn' already, 'privileged', or 'importing' while its report is still read; NULL where it is done.
CREATE FUNCTION app.withdraw_evidence(p_evidence uuid, p_reason text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v_item app.evidence; v_id uuid := gen_random_uuid(); v_role text := app.my_role();
BEGIN
  IF coalesce(v_role, 'viewer') NOT IN ('owner', 'admin', 'member') THEN
    RAISE EXCEPTION 'not allowed to withdraw evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT e.* INTO v_item FROM app.evidence e WHERE e.company_id = v_head.company AND e.id = p_evidence
    AND (e.matter_id IS NULL OR e.matter_id = ANY (app.my_matters())) FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_role = 'member' AND v_item.filed_by <> app.uid() THEN
    RAISE EXCEPTION 'members withdraw what they filed' USING ERRCODE = '42501';
  END IF;
  IF v_item.matter_id IS NOT NULL THEN RETURN 'privileged'; END IF;
  IF v_item.withdrawal_id IS NOT NULL THEN RETURN 'withdrawn'; END IF;
  IF EXISTS (SELECT FROM app.imports i WHERE i.company_id = v_head.company AND i.evidence_id = p_evidence
    AND i.state IN ('waiting', 'working')) THEN RETURN 'importing'; END IF;
  INSERT INTO app.withdrawals (company_id, id, evidence_id, number, sha256, reason, withdrawn_by, withdrawn_at, ledger_index)
    VALUES (v_head.company, v_id, p_evidence, v_item.number, v_item.sha256, p_reason, app.uid(), v_head.at, v_head.size);
  UPDATE app.evidence SET withdrawal_id = v_id WHERE company_id = v_head.company AND id = p_evidence;
  UPDATE app.control_totals t SET evidence_count = t.evidence_count - 1 FROM app.evidence_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence AND k.set_aside_by IS NULL
      AND t.company_id = k.company_id AND t.control_id = k.control_id;
  UPDATE app.evidence_controls SET set_aside_by = v_id
    WHERE company_id = v_head.company AND evidence_id = p_evidence AND set_aside_by IS NULL;
  RETURN NULL;
END $$;

-- Takes a withdrawal back: owners and admins any, members their own. It answers 'not found' where none stands; NULL where it is done.
CREATE FUNCTION app.restore_evidence(p_evidence uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_head record; v app.withdrawals; v_role text := app.my_role();
BEGIN
  IF coalesce(v_role, 'viewer') NOT IN ('owner', 'admin', 'member') THEN
    RAISE EXCEPTION 'not allowed to restore evidence' USING ERRCODE = '42501';
  END IF;
  v_head := app.lock_ledger();
  SELECT w.* INTO v FROM app.withdrawals w
    WHERE w.company_id = v_head.company AND w.evidence_id = p_evidence AND w.restored_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN 'not found'; END IF;
  IF v_role = 'member' AND v.withdrawn_by <> app.uid() THEN
    RAISE EXCEPTION 'members restore what they withdrew' USING ERRCODE = '42501';
  END IF;
  UPDATE app.withdrawals SET (restored_by, restored_at, restored_index) = (app.uid(), v_head.at, v_head.size)
    WHERE company_id = v_head.company AND id = v.id;
  UPDATE app.evidence SET withdrawal_id = NULL WHERE company_id = v_head.company AND id = p_evidence;
  UPDATE app.control_totals t SET evidence_count = t.evidence_count + 1 FROM app.evidence_controls k
    WHERE k.company_id = v_head.company AND k.evidence_id = p_evidence AND k.set_aside_by = v.id
      AND t.company_id = k.company_id AND t.control_id = k.control_id;
  UPDATE app.evidence_controls SET set_aside_by = NULL
    WHERE company_id = v_head.company AND evidence_id = p_evidence AND set_aside_by = v.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.withdraw_evidence(uuid, text), app.restore_evidence(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.withdraw_evidence(uuid, text), app.restore_evidence(uuid) TO app_user;
RESET ROLE;
