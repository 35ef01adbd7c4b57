-- Expected documents: which item is filed as which of them, for what period, and who reviewed it. That a document does not apply to a
-- company is a decision like those about its scope, and is kept with them.
SET LOCAL ROLE app_owner;

CREATE TABLE app.document_filings (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  control_id text NOT NULL,
  -- An expected document of src/catalog; the server holds that it is one of this control.
  document_id text NOT NULL,
  evidence_id uuid NOT NULL,
  -- Days in UTC, both included.
  covers_from date NOT NULL,
  covers_to date NOT NULL,
  filed_by uuid NOT NULL,
  filed_at timestamptz NOT NULL DEFAULT now(),
  -- Where the ledger stood, as of a decision about scope. Set by place_in_ledger, whatever was given.
  ledger_index bigint NOT NULL DEFAULT -1,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_index bigint,
  PRIMARY KEY (company_id, id),
  -- What is under privilege stands in another table, so that it is filed as nothing.
  CONSTRAINT document_filings_under_control FOREIGN KEY (company_id, evidence_id, control_id) REFERENCES app.evidence_controls,
  CONSTRAINT document_filings_in_order CHECK (covers_from <= covers_to),
  CONSTRAINT document_filings_not_ahead CHECK (covers_to <= (filed_at AT TIME ZONE 'UTC')::date)
);
CREATE UNIQUE INDEX document_filings_once ON app.document_filings (company_id, document_id, evidence_id) WHERE withdrawn_at IS NULL;
CREATE INDEX document_filings_newest ON app.document_filings (company_id, document_id, ledger_index DESC) WHERE withdrawn_at IS NULL;
CREATE INDEX document_filings_of_item ON app.document_filings (company_id, evidence_id, control_id);

CREATE TABLE app.document_reviews (
  company_id uuid NOT NULL REFERENCES app.companies,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  filing_id uuid NOT NULL,
  accepted boolean NOT NULL,
  -- Why it was returned; empty where it was accepted.
  reason text NOT NULL DEFAULT '',
  reviewed_by uuid NOT NULL,
  reviewed_at timestamptz NOT NULL DEFAULT now(),
  -- Reviewed by the person who filed it, because nobody else could. Both are set by place_review, whatever was given.
  own boolean NOT NULL DEFAULT false,
  ledger_index bigint NOT NULL DEFAULT -1,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_index bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, filing_id) REFERENCES app.document_filings,
  CHECK (accepted = (btrim(reason) = ''))
);
-- One at a time: a second one could make greener by going.
CREATE UNIQUE INDEX document_reviews_once ON app.document_reviews (company_id, filing_id) WHERE withdrawn_at IS NULL;

ALTER TABLE app.scope_decisions
  -- Or an expected document of src/catalog does not apply to the company.
  ADD COLUMN document_id text,
  DROP CONSTRAINT scope_decisions_check,
  ADD CONSTRAINT scope_decisions_one_subject CHECK (num_nonnulls(kind, system_id, document_id) = 1);
CREATE INDEX scope_decisions_of_document ON app.scope_decisions (company_id, document_id, ledger_index DESC)
  WHERE document_id IS NOT NULL;
GRANT INSERT (document_id) ON app.scope_decisions TO app_user;

SELECT app.protect(t) FROM unnest(ARRAY['app.document_filings', 'app.document_reviews']::regclass[]) t;
SELECT app.append_only('app.document_filings', 'withdrawn_at', 'withdrawn_by', 'withdrawn_index');
SELECT app.append_only('app.document_reviews', 'withdrawn_at', 'withdrawn_by', 'withdrawn_index');

CREATE POLICY read ON app.document_filings FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.document_filings FOR SELECT TO app_auditor USING (true);
CREATE POLICY file ON app.document_filings FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND filed_by = (SELECT app.uid()));
CREATE POLICY withdraw ON app.document_filings FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin') OR (SELECT app.my_role()) = 'member' AND filed_by = (SELECT app.uid()))
  WITH CHECK (withdrawn_by = (SELECT app.uid()));
CREATE POLICY read ON app.document_reviews FOR SELECT TO app_user USING (true);
CREATE POLICY audit ON app.document_reviews FOR SELECT TO app_auditor USING (true);
CREATE POLICY review ON app.document_reviews FOR INSERT TO app_user
  WITH CHECK ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND reviewed_by = (SELECT app.uid()));
CREATE POLICY withdraw ON app.document_reviews FOR UPDATE TO app_user
  USING ((SELECT app.my_role()) IN ('owner', 'admin', 'member') AND reviewed_by = (SELECT app.uid()))
  WITH CHECK (withdrawn_by = (SELECT app.uid()));

GRANT SELECT ON app.document_filings, app.document_reviews TO app_user, app_auditor;
GRANT INSERT (company_id, id, control_id, document_id, evidence_id, covers_from, covers_to, filed_by, filed_at)
  ON app.document_filings TO app_user;
GRANT INSERT (company_id, id, filing_id, accepted, reason, reviewed_by, reviewed_at) ON app.document_reviews TO app_user;
GRANT UPDATE (withdrawn_at, withdrawn_by) ON app.document_filings, app.document_reviews TO app_user;

-- What it says of kinds and systems is as before; a decision about a document is about neither.
CREATE OR REPLACE FUNCTION app.scope_facts(p_company uuid, p_size bigint, p_decided timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'systems', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'kinds', s.kinds, 'provider', s.provider,
        'sources', (SELECT coalesce(jsonb_agg(DISTINCT k.source), '[]') FROM app.connections k
          WHERE k.company_id = s.company_id AND k.system_id = s.id AND k.source IS NOT NULL))
        ORDER BY s.added_at, s.id), '[]')
      FROM app.systems s WHERE s.company_id = p_company AND CASE WHEN p_size IS NULL THEN s.removed_at IS NULL
        ELSE s.ledger_index < p_size AND (s.removed_at IS NULL OR s.removed_index >= p_size) END),
    'decisions', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
      SELECT DISTINCT ON (d.kind, d.system_id) d.kind, d.system_id, d.declared, d.reason, to_char(d.until, 'YYYY-MM-DD') AS until,
        d.decided_by, d.decided_at, d.ledger_index
      FROM app.scope_decisions d WHERE d.company_id = p_company AND d.document_id IS NULL AND (p_size IS NULL OR d.ledger_index < p_size)
        AND (p_decided IS NULL OR d.decided_at <= p_decided)
      ORDER BY d.kind, d.system_id, d.ledger_index DESC, d.decided_at DESC, d.id) d))
$$;

SET LOCAL ROLE app_definer;

-- How many people of the caller's company may review now. Where it is one, they review their own.
CREATE FUNCTION app.document_reviewers() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
  WHERE m.company_id = app.tenant() AND m.status = 'active' AND m.role IN ('owner', 'admin', 'member') AND b.disabled_at IS NULL
$$;
GRANT EXECUTE ON FUNCTION app.document_reviewers() TO app_user;

-- A review is another person's than who filed the document, wherever there is another. The lock orders it with withdrawals.
CREATE FUNCTION app.place_review() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_filed_by uuid; v_ledger record;
BEGIN
  SELECT l.company, l.size INTO v_ledger FROM app.lock_ledger() l;
  -- As the wall says it, which is asked after this: what another company filed is told to nobody.
  IF v_ledger.company <> NEW.company_id THEN RAISE EXCEPTION 'permission denied: another company' USING ERRCODE = '42501'; END IF;
  NEW.ledger_index := v_ledger.size;
  SELECT f.filed_by INTO v_filed_by FROM app.document_filings f
    WHERE f.company_id = NEW.company_id AND f.id = NEW.filing_id AND f.withdrawn_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing is filed there' USING ERRCODE = '23514', CONSTRAINT = 'document_filing_stands';
  END IF;
  NEW.own := v_filed_by = NEW.reviewed_by;
  IF NEW.own AND app.document_reviewers() > 1 THEN
    RAISE EXCEPTION 'another person reviews it' USING ERRCODE = '23514', CONSTRAINT = 'document_own_review';
  END IF;
  RETURN NEW;
END $$;

-- A filing or a review is withdrawn once, and the ledger's place is kept.
CREATE FUNCTION app.place_document_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL THEN
    RAISE EXCEPTION 'it is withdrawn once' USING ERRCODE = '23514', CONSTRAINT = 'document_withdrawn_once';
  END IF;
  NEW.withdrawn_index := (app.lock_ledger()).size;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.document_reviewers(), app.place_review(), app.place_document_withdrawal() FROM PUBLIC;

-- A table's owner makes its triggers, for which the function must be theirs to run.
GRANT EXECUTE ON FUNCTION app.place_in_ledger(), app.place_review(), app.place_document_withdrawal() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER place_in_ledger BEFORE INSERT ON app.document_filings FOR EACH ROW EXECUTE FUNCTION app.place_in_ledger();
CREATE TRIGGER place_review BEFORE INSERT ON app.document_reviews FOR EACH ROW EXECUTE FUNCTION app.place_review();
CREATE TRIGGER place_document_withdrawal BEFORE UPDATE ON app.document_filings FOR EACH ROW
  WHEN ((OLD.withdrawn_at, OLD.withdrawn_by, OLD.withdrawn_index) IS DISTINCT FROM (NEW.withdrawn_at, NEW.withdrawn_by, NEW.withdrawn_index))
  EXECUTE FUNCTION app.place_document_withdrawal();
CREATE TRIGGER place_document_withdrawal BEFORE UPDATE ON app.document_reviews FOR EACH ROW
  WHEN ((OLD.withdrawn_at, OLD.withdrawn_by, OLD.withdrawn_index) IS DISTINCT FROM (NEW.withdrawn_at, NEW.withdrawn_by, NEW.withdrawn_index))
  EXECUTE FUNCTION app.place_document_withdrawal();
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.place_in_ledger(), app.place_review(), app.place_document_withdrawal() FROM app_owner;
RESET ROLE;
