/** Mutants that no check notices, and why that is right. A line that explains nothing any more fails the run. */
export const explained: Readonly<Record<string, string>> = {
  "ALTER POLICY enqueue ON app.outbox WITH CHECK (true)":
    "app_auth and app_user may not fill sent_at, so it is NULL in whatever they insert: the grant says the same as the policy.",
};
