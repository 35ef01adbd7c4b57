import type pg from "pg";
import { auditor } from "./sample-audit.ts";
import { addPerson, colleagues } from "./sample-people.ts";

/** Somebody who left: the account is disabled and belongs to no company any more. */
const leaver = {
  userId: "de300000-0000-4000-8000-000000000006",
  email: "d.reyes@calder-finch.example",
  firstName: "Dana",
  lastName: "Reyes",
};
const DISABLED = { daysAgo: 3, time: "10:05" };

const AUDITOR = {
  id: "de300000-0000-4000-8000-000000000011",
  subject: "Read-only access for our auditor",
};

/** What a platform admin of the sample installation finds: accounts, what was sent, and what was done. */
export async function seedInstallation(
  admin: pg.ClientBase,
  at: (when: { daysAgo: number; time: string }) => Date,
): Promise<void> {
  await addPerson(admin, leaver);
  await admin.query(
    "INSERT INTO app.account_bounds (user_id, platform_role, disabled_at) SELECT id, 'user', $2 FROM auth.users WHERE email = $1",
    [leaver.email, at(DISABLED)],
  );
  // Who looks at the evidence of others works in companies that invite them.
  const viewers = colleagues.filter(({ role }) => role === "viewer").map(({ userId }) => userId);
  await admin.query("INSERT INTO app.account_bounds (user_id, platform_role) SELECT unnest($1::uuid[]), 'user'", [
    [...viewers, auditor.userId],
  ]);
  for (const [days, { userId }] of [leaver, ...colleagues].entries())
    await admin.query(
      "INSERT INTO auth.sign_ins (user_id, at, method, outcome, address, user_agent) VALUES ($1, $2, 'password', 'signed-in', '', '')",
      [userId, at({ daysAgo: days === 0 ? 4 : days, time: "08:50" })],
    );
  await admin.query(
    `INSERT INTO app.contact_messages (id, name, email, subject, message, created_at, answer_due_at)
      VALUES ($1, 'Ingrid Sorensen', 'ingrid@sorensen.example', $2,
        E'Our auditor starts next month.\\n\\nCan they look at everything from the first day, and change nothing?', $3, $3)`,
    [AUDITOR.id, AUDITOR.subject, at({ daysAgo: 1, time: "20:00" })],
  );
  await admin.query(
    `INSERT INTO app.access_requests (kind, first_name, last_name, email, company, role, created_at, updated_at, mailed_at)
      VALUES ('access', 'Walt', 'Weber', 'walt@weber.example', 'Weber & Sons', 'Operations lead', $1, $1, $1)`,
    [at({ daysAgo: 2, time: "14:20" })],
  );
  await admin.query(
    `INSERT INTO app.operator_acts (at, actor, act, subject)
      VALUES ($1, 'admin@exhibit.example', 'user.disabled', $2)`,
    [at(DISABLED), leaver.email],
  );
}

/** Has the message that waits come three hours before a visit begins, so that its answer is neither late nor far away. */
export async function freshenRequests(client: pg.ClientBase, now: Date): Promise<void> {
  const came = new Date(now.getTime() - 3 * 60 * 60_000);
  await client.query(
    "UPDATE app.contact_messages SET created_at = $2, answer_due_at = $2::timestamptz + interval '24 hours' WHERE id = $1",
    [AUDITOR.id, came],
  );
}
