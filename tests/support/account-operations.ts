import { randomUUID } from "node:crypto";
import { BlockList } from "node:net";
import { sql } from "kysely";
import { asCaller } from "#server/db/as-caller.ts";
import { newCompanyKey } from "#server/blobs/company-keys.ts";
import { newToken, sha256 } from "#server/auth/tokens.ts";
import type { Answer, Person } from "./person.ts";
import { quickPerson } from "./quick-person.ts";
import { runApp } from "./running-app.ts";
import type { RunningApp } from "./running-app.ts";

/** A company, the people around it, and one who runs the installation. Made anew for every pair of operations. */
export interface AccountWorld {
  readonly running: RunningApp;
  readonly companyId: string;
  /** What the admin owns beside it, so that operations meet in two companies. */
  readonly otherId: string;
  readonly people: Readonly<Record<Role, Person>>;
  readonly memberIds: Readonly<Record<"admin" | "member", string>>;
  /** Opens the stranger's invitation. */
  readonly invitation: string;
}

type Role = "owner" | "admin" | "member" | "stranger" | "platform";

/** Something that somebody asks for. `who`: about whom it is. */
export interface Operation {
  readonly name: string;
  readonly who: Role;
  readonly run: (world: AccountWorld) => Promise<Answer>;
}

/** A server whose clients come from many addresses, so that none is slowed down. */
export function runBehindProxy(): Promise<RunningApp> {
  const trustedProxies = new BlockList();
  trustedProxies.addSubnet("127.0.0.0", 8, "ipv4");
  trustedProxies.addAddress("::1", "ipv6");
  return runApp({ trustedProxies });
}

const send = (person: Person, method: string, path: string, body: unknown = {}) =>
  person.send(method, path, JSON.stringify(body), {
    "content-type": "application/json",
    "x-forwarded-for": `10.${[...sha256(person.id).subarray(0, 3)].join(".")}`,
  });

export async function makeWorld(running: RunningApp): Promise<AccountWorld> {
  const { admin, databases, keys } = running.database;
  const [owner, adam, member, stranger, platform] = await Promise.all(
    ["Olga", "Adam", "Mia", "Sam", "Pat"].map((name) => quickPerson(running, name)),
  );
  const people = { owner: owner!, admin: adam!, member: member!, stranger: stranger!, platform: platform! };
  await admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [people.platform.id]);
  await admin.query("UPDATE auth.sessions SET has_second_factor = true, renew = false WHERE user_id = $1", [
    people.platform.id,
  ]);
  const found = async (by: Person, id: string) =>
    await asCaller(databases.user, { userId: by.id }, (tx) =>
      sql`SELECT app.create_company(${id}, ${id}, ${id}, NULL, ${newCompanyKey(keys, id)})`.execute(tx),
    );
  const [companyId, otherId] = [randomUUID(), randomUUID()];
  await found(people.owner, companyId);
  await found(people.admin, otherId);
  const { rows } = await admin.query<{ id: string }>(
    `INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, 'admin'), ($1, $3, 'member'), ($4, $3, 'admin')
      RETURNING id`,
    [companyId, people.admin.id, people.member.id, otherId],
  );
  const token = newToken();
  await admin.query(
    `WITH made AS (INSERT INTO app.company_invitations (company_id, email, role, invited_by, created_at, expires_at)
      VALUES ($1, $2, 'admin', $3, now(), now() + interval '1 day') RETURNING company_id, id)
    INSERT INTO app.invitation_links (company_id, token_sha256, invitation_id, created_at)
      SELECT company_id, $4, id, now() FROM made`,
    [companyId, people.stranger.email, people.admin.id, sha256(token)],
  );
  return {
    running,
    companyId,
    otherId,
    people,
    memberIds: { admin: rows[0]!.id, member: rows[1]!.id },
    invitation: token,
  };
}

const operation = (name: string, who: Role, run: Operation["run"]): Operation => ({ name, who, run });
const people: readonly Role[] = ["owner", "admin", "member", "stranger"];
const both = ["admin", "member"] as const;

/** Everything that changes whose account, company or right something is. */
export const operations: readonly Operation[] = [
  ...people.map((who) =>
    operation("delete account", who, ({ people: { [who]: person } }) =>
      send(person, "DELETE", "/account", { email: person.email }),
    ),
  ),
  ...both.map((who) =>
    operation("hand company to", who, ({ people: { owner }, companyId, memberIds }) =>
      send(owner, "POST", `/companies/${companyId}/owner`, { memberId: memberIds[who] }),
    ),
  ),
  ...both.map((who) =>
    operation("remove", who, ({ people: { owner }, companyId, memberIds }) =>
      send(owner, "DELETE", `/companies/${companyId}/members/${memberIds[who]}`),
    ),
  ),
  operation("remove, by the admin,", "member", ({ people: { admin }, companyId, memberIds }) =>
    send(admin, "DELETE", `/companies/${companyId}/members/${memberIds.member}`),
  ),
  operation("make a viewer of", "admin", ({ people: { owner }, companyId, memberIds }) =>
    send(owner, "PATCH", `/companies/${companyId}/members/${memberIds.admin}`, { role: "viewer" }),
  ),
  operation("make an admin of", "member", ({ people: { admin }, companyId, memberIds }) =>
    send(admin, "PATCH", `/companies/${companyId}/members/${memberIds.member}`, { role: "admin" }),
  ),
  ...both.map((who) =>
    operation("leave", who, ({ people: { [who]: person }, companyId }) =>
      send(person, "POST", `/companies/${companyId}/leave`),
    ),
  ),
  operation("accept invitation", "stranger", ({ people: { stranger }, invitation }) =>
    send(stranger, "POST", "/invitations/accept", { token: invitation }),
  ),
  operation("decline invitation", "stranger", ({ people: { stranger }, invitation }) =>
    send(stranger, "POST", "/invitations/decline", { token: invitation }),
  ),
  operation("invite somebody", "admin", ({ people: { admin }, companyId }) =>
    send(admin, "POST", `/companies/${companyId}/invitations`, {
      email: `${randomUUID()}@example.test`,
      role: "admin",
    }),
  ),
  operation("add webhook", "admin", ({ people: { admin }, companyId }) =>
    send(admin, "POST", `/companies/${companyId}/webhooks`, { url: "https://hooks.example.test/x", events: ["*"] }),
  ),
  ...people.map((who) =>
    operation("disable", who, ({ people: { platform, [who]: person } }) =>
      send(platform, "POST", `/users/${person.id}/disable`),
    ),
  ),
  ...people.map((who) =>
    operation("limit", who, ({ people: { platform, [who]: person } }) =>
      send(platform, "POST", `/users/${person.id}/role`, { role: "user" }),
    ),
  ),
  ...people.map((who) =>
    operation("found a company", who, ({ people: { [who]: person } }) =>
      send(person, "POST", "/companies", { name: `New ${randomUUID()}` }),
    ),
  ),
  operation("rename", "owner", ({ people: { owner }, companyId }) =>
    send(owner, "PATCH", `/companies/${companyId}`, { name: `Renamed ${randomUUID()}` }),
  ),
  operation("ask for a second factor", "owner", ({ people: { owner }, companyId }) =>
    send(owner, "PATCH", `/companies/${companyId}/second-factor`, { required: false }),
  ),
  operation("erase company of", "owner", async ({ running, companyId, people: { owner } }) => {
    await running.database.admin.query(
      "UPDATE app.companies SET deletion_due_at = now() - interval '1 hour' WHERE id = $1",
      [companyId],
    );
    await sql`SELECT app.close_company(${companyId}, now())`.execute(running.database.databases.worker);
    return await owner.get("/session");
  }),
];
