-- What is withdrawn or restored may be the last snapshot of the registers, or an exhibit that a record cites: they are sealed and judged anew.
SET LOCAL ROLE app_definer;
GRANT EXECUTE ON FUNCTION app.enqueue_row() TO app_owner;
SET LOCAL ROLE app_owner;
CREATE TRIGGER enqueue_registers AFTER INSERT ON app.withdrawals FOR EACH ROW
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'withdrawn_at', '5 seconds');
CREATE TRIGGER enqueue_restored AFTER UPDATE OF restored_at ON app.withdrawals FOR EACH ROW WHEN (NEW.restored_at IS NOT NULL)
  EXECUTE FUNCTION app.enqueue_row('registers', 'company_id', '1', 'restored_at', '5 seconds');
SET LOCAL ROLE app_definer;
REVOKE EXECUTE ON FUNCTION app.enqueue_row() FROM app_owner;
RESET ROLE;
