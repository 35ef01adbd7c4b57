import type pg from "pg";
import { demoAccounts } from "./accounts.ts";

/** Somebody who is not asked for a password: nobody signs in as them. */
export type SamplePerson = Omit<(typeof demoAccounts)[number], "kind" | "password">;

interface Colleague extends SamplePerson {
  readonly role: "admin" | "member" | "viewer";
  readonly joinedDaysAgo: number;
}

export const JONAS = demoAccounts[1]!.userId;
export const PRIYA = "de300000-0000-4000-8000-000000000003";
export const TOM = "de300000-0000-4000-8000-000000000004";

/** Whoever is in the sample company besides its owner, in the order in which they joined. */
export const colleagues: readonly Colleague[] = [
  { ...demoAccounts[1]!, role: "admin", joinedDaysAgo: 139 },
  {
    userId: PRIYA,
    firstName: "Priya",
    lastName: "Nair",
    email: "priya.nair@calder-finch.example",
    role: "member",
    joinedDaysAgo: 131,
  },
  {
    userId: TOM,
    firstName: "Tom",
    lastName: "Silva",
    email: "tom.silva@calder-finch.example",
    role: "member",
    joinedDaysAgo: 64,
  },
  {
    userId: "de300000-0000-4000-8000-000000000005",
    firstName: "Helen",
    lastName: "Strand",
    email: "h.strand@strand-audit.example",
    role: "viewer",
    joinedDaysAgo: 20,
  },
];

/** Who has been invited and has not answered yet. */
export const invited = { email: "kai.brandt@calder-finch.example", role: "member", daysAgo: 2 } as const;

/** Without a password: nobody signs in as them, here or anywhere. */
export async function addPerson(
  admin: pg.ClientBase,
  { userId, email, firstName, lastName }: SamplePerson,
): Promise<void> {
  await admin.query("INSERT INTO auth.users (id, email, first_name, last_name) VALUES ($1, $2, $3, $4)", [
    userId,
    email,
    firstName,
    lastName,
  ]);
  await admin.query("INSERT INTO app.profiles (id, first_name, last_name) VALUES ($1, $2, $3)", [
    userId,
    firstName,
    lastName,
  ]);
}

/** Makes the colleagues and lets each be a member since their day; `dayBefore` tells which day that was. */
export async function addColleagues(
  admin: pg.ClientBase,
  companyId: string,
  dayBefore: (daysAgo: number) => Date,
): Promise<void> {
  for (const colleague of colleagues) {
    await addPerson(admin, colleague);
    await admin.query(
      "INSERT INTO app.company_members (company_id, user_id, role, invited_by, created_at) VALUES ($1, $2, $3, $4, $5)",
      [companyId, colleague.userId, colleague.role, demoAccounts[0]!.userId, dayBefore(colleague.joinedDaysAgo)],
    );
  }
}
