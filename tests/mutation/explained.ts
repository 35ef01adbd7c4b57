/** Mutants that no check notices, and why that is right. A line that explains nothing any more fails the run. */
export const explained: Readonly<Record<string, string>> = {
  "ALTER POLICY enqueue ON app.outbox WITH CHECK (true)":
    "app_auth and app_user may not fill sent_at, so it is NULL in whatever they insert: the grant says the same as the policy.",
  // The contract test asks who may do what, and not how often.
  'app.limit_api_tokens with "(SELECT count(*) FROM app.api_tokens t WHERE t.company_id = NEW.company_id AND t.revoked_at IS NULL AND t.pipeline_id IS NULL AND t.expires_at > NEW.created_at) >= 25" made "false" in line 5':
    "How many there may be is asked in src/server/api-tokens/api-tokens.db.test.ts.",
  'app.limit_csv_mappings with "(SELECT count(*) FROM app.csv_mappings m WHERE m.company_id = NEW.company_id) >= 100" made "false" in line 4':
    "How many there may be is asked in src/server/imports/imports.db.test.ts.",
  'app.limit_pipelines with "(SELECT count(*) FROM app.pipelines p WHERE p.company_id = NEW.company_id) >= 50" made "false" in line 4':
    "How many there may be is asked in src/server/pipelines/pipelines.db.test.ts.",
};
