import type { RunningApp } from "./running-app.ts";

/** Makes somebody a member of a company, without an invitation and a mail. */
export async function addMember(
  { database }: Pick<RunningApp, "database">,
  companyId: string,
  userId: string,
  role: string,
): Promise<void> {
  await database.admin.query("INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, $3)", [
    companyId,
    userId,
    role,
  ]);
}
