-- As in 0154; the answer to a test of a published contact is no change of the company's: whoever presses is never told that its day is used up.
-- One answer comes of each test that was sent, and that was counted.
SET LOCAL ROLE app_definer;
CREATE OR REPLACE FUNCTION app.hold_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v record; v_most bigint;
BEGIN
  FOR v IN SELECT w.company_id, count(*) AS amount FROM written w WHERE w.matter_id IS NULL
      AND NOT (TG_OP = 'UPDATE' AND w.register = 'tests' AND w.changed_by = w.company_id) GROUP BY w.company_id LOOP
    IF app.spend(v.company_id, 'records', v.amount) < 0 THEN
      v_most := app.limit_of(v.company_id, 'records');
      PERFORM app.refuse_limit(v.company_id, 'records', v_most, v_most);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
RESET ROLE;
