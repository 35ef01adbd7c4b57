import type pg from "pg";

/** Somebody else with an account in the sample installation; nobody signs in as them. */
interface SampleUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In the sample company; undefined for who has left. */
  readonly companyRole?: "member" | "viewer";
  readonly platformRole: "manager" | "user";
  readonly signedInDaysAgo: number;
  readonly disabled?: true;
}

const users: readonly SampleUser[] = [
  {
    id: "de300000-0000-4000-8000-000000000003",
    email: "priya.osei@exhibit.example",
    firstName: "Priya",
    lastName: "Osei",
    companyRole: "member",
    platformRole: "manager",
    signedInDaysAgo: 1,
  },
  {
    id: "de300000-0000-4000-8000-000000000004",
    email: "lena.haas@exhibit.example",
    firstName: "Lena",
    lastName: "Haas",
    companyRole: "viewer",
    platformRole: "user",
    signedInDaysAgo: 6,
  },
  {
    id: "de300000-0000-4000-8000-000000000005",
    email: "d.reyes@exhibit.example",
    firstName: "Dana",
    lastName: "Reyes",
    platformRole: "user",
    signedInDaysAgo: 4,
    disabled: true,
  },
];

const AUDITOR = {
  id: "de300000-0000-4000-8000-000000000011",
  subject: "Read-only access for our auditor",
};

/** What a platform admin of the sample installation finds: accounts, what was sent, and what was done. */
export async function seedInstallation(
  admin: pg.ClientBase,
  companyId: string,
  at: (when: { daysAgo: number; time: string }) => Date,
): Promise<void> {
  for (const user of users) {
    const { id, email, firstName, lastName } = user;
    await admin.query(
      "INSERT INTO auth.users (id, email, first_name, last_name, created_at) VALUES ($1, $2, $3, $4, $5)",
      [id, email, firstName, lastName, at({ daysAgo: 50, time: "09:00" })],
    );
    await admin.query("INSERT INTO app.profiles (id, first_name, last_name) VALUES ($1, $2, $3)", [
      id,
      firstName,
      lastName,
    ]);
    await admin.query("INSERT INTO app.account_bounds (user_id, platform_role, disabled_at) VALUES ($1, $2, $3)", [
      id,
      user.platformRole,
      user.disabled ? at({ daysAgo: 3, time: "10:05" }) : null,
    ]);
    await admin.query(
      "INSERT INTO auth.sign_ins (user_id, at, method, outcome, address, user_agent) VALUES ($1, $2, 'password', 'signed-in', '', '')",
      [id, at({ daysAgo: user.signedInDaysAgo, time: "08:50" })],
    );
    if (user.companyRole)
      await admin.query("INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, $3)", [
        companyId,
        id,
        user.companyRole,
      ]);
  }
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
      VALUES ($1, 'admin@exhibit.example', 'user.disabled', 'd.reyes@exhibit.example')`,
    [at({ daysAgo: 3, time: "10:05" })],
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
