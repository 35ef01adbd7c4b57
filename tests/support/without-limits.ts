import type pg from "pg";

/** Takes every limit off a company, as an operator would: for what fills it with more than any plan allows. */
export async function liftLimits(admin: pg.Pool, companyId: string): Promise<void> {
  await admin.query(
    "INSERT INTO app.limit_overrides (company_id, key) SELECT DISTINCT $1::uuid, key FROM app.limits ON CONFLICT (company_id, key) DO UPDATE SET most = NULL",
    [companyId],
  );
}
