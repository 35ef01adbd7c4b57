/** Mutants that no check notices, and why that is right. A line that explains nothing any more fails the run. */
export const explained: Readonly<Record<string, string>> = {
  "ALTER POLICY enqueue ON app.outbox WITH CHECK (true)":
    "app_auth may not fill sent_at, so it is NULL in whatever it inserts: the grant says the same as the policy.",
};
