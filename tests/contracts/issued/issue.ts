import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { IssuedKindKey } from "#domain/issued.ts";
import { asCaller } from "#server/db/as-caller.ts";
import type { Person } from "#tests/support/person.ts";
import type { PipelineIssuer } from "#tests/support/pipeline-issuer.ts";
import { quickPerson } from "#tests/support/quick-person.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

/** A company with its owner, and an admin who issues everything that can be issued. */
export interface Firm {
  readonly running: RunningApp;
  readonly company: string;
  readonly owner: Person;
  readonly adam: Person;
  /** Adam's membership. */
  readonly memberId: string;
}

/** Something issued. */
export interface Issued {
  readonly id: string;
  readonly label: string;
  /** Whether it does what it is for, tried as whoever holds it would. */
  readonly works: () => Promise<boolean>;
}

export interface Around {
  readonly issuer: PipelineIssuer;
  /** An address that webhooks are sent to, and how many have arrived there. */
  readonly receive: () => { readonly url: string; readonly count: () => number };
}

export async function foundFirm(running: RunningApp, role = "admin"): Promise<Firm> {
  const owner = await quickPerson(running, "Olga");
  const adam = await quickPerson(running, "Adam");
  const company = await owner.found(`Firm ${randomUUID()}`);
  const invited = await owner.post(`/companies/${company}/invitations`, { email: adam.email, role });
  await adam.post("/invitations/accept", { token: tokenIn(invited.body.link) });
  const { body } = await owner.get(`/companies/${company}/members`);
  const memberId = body.find(({ userId }: { userId: string }) => userId === adam.id).id;
  return { running, company, owner, adam, memberId };
}

export const tokenIn = (link: string) => new URL(link).searchParams.get("token")!;

type Issue = (firm: Firm, around: Around) => Promise<Issued>;

async function insertConnection({ running, company }: Firm, state: string, by: string, connectedAt: Date | null) {
  const id = randomUUID();
  await running.database.admin.query(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_by, connected_at)
      VALUES ($1, $2, 'github', 'token', $3, $5, $5, $5, $4, CASE WHEN $6::timestamptz IS NOT NULL THEN $4::uuid END, $6)`,
    [company, id, state, by, `account-${id}`, connectedAt],
  );
  return id;
}

async function insertAttempt({ running, company }: Firm, connectionId: string, by: string) {
  const [id, state] = [randomUUID(), randomBytes(32)];
  await running.database.admin.query(
    `INSERT INTO app.link_attempts (company_id, id, connection_id, user_id, method, state_sha256, session_sha256, redirect_uri, sealed,
      created_at, expires_at) VALUES ($1, $2, $3, $4, 'token', $5, $5, '', '\\x00', now(), now() + interval '1 hour')`,
    [company, id, connectionId, by, state],
  );
  return { id, works: () => comesBack(running, by, state) };
}

/** Whether who comes back from the vendor with this state would finish the link. */
async function comesBack(running: RunningApp, userId: string, state: Buffer): Promise<boolean> {
  let found = 0;
  await asCaller(running.database.databases.user, { userId }, async (tx) => {
    found = (await sql`SELECT FROM app.take_link(${state})`.execute(tx)).rows.length;
    throw new Error("only looked");
  }).catch(() => {});
  return found === 1;
}

/** How each kind is issued, and what it is for. A kind without one fails its contract test. */
export const issue: Readonly<Record<IssuedKindKey, Issue>> = {
  invitation: async ({ running, company, adam }) => {
    const eve = await quickPerson(running, "Eve");
    const made = await adam.post(`/companies/${company}/invitations`, { email: eve.email, role: "viewer" });
    const token = tokenIn(made.body.link);
    const { id } = made.body.invitation;
    return {
      id,
      label: eve.email,
      works: async () => {
        const looked = await eve.post("/invitations/look", { token });
        const mine = (await eve.get("/invitations")).body;
        return looked.body?.state === "open" && mine.length === 1;
      },
    };
  },
  "api-token": async ({ running, company, adam }) => {
    const made = await adam.post(`/companies/${company}/api-tokens`, { name: "Adam's script", scopes: ["read"] });
    const works = async () =>
      (await fetch(`${running.url}/api/v1/companies`, { headers: { authorization: `Bearer ${made.body.token}` } })).ok;
    return { id: made.body.apiToken.id, label: "Adam's script", works };
  },
  pipeline: async ({ running, company, adam }, { issuer }) => {
    const repository = `adam/app-${randomUUID()}`;
    const made = await adam.post(`/companies/${company}/pipelines`, { repository, branch: "main" });
    const works = async () => {
      const identityToken = await issuer.sign({ aud: running.url, repository });
      const answer = await adam.post("/pipelines/exchange", { companyId: company, identityToken }, { cookie: "" });
      return answer.status === 200;
    };
    return { id: made.body.id, label: `${repository}, main`, works };
  },
  webhook: async ({ running, company, owner, adam }, { receive }) => {
    const { url, count } = receive();
    const made = await adam.post(`/companies/${company}/webhooks`, { url, events: ["company.renamed"] });
    const works = async () => {
      const before = count();
      await owner.send("PATCH", `/companies/${company}`, JSON.stringify({ name: `Renamed ${randomUUID()}` }), {
        "content-type": "application/json",
      });
      await running.app.runTasks();
      await running.app.runTasks();
      return count() > before;
    };
    return { id: made.body.webhook.id, label: new URL(url).host, works };
  },
  connection: async (firm) => {
    const { company, owner, adam } = firm;
    const id = await insertConnection(firm, "connected", adam.id, new Date());
    const works = async () => (await owner.post(`/companies/${company}/connections/${id}/collect`, {})).status !== 409;
    return { id, label: `account-${id}`, works };
  },
  "unfinished-connection": async (firm) => {
    const id = await insertConnection(firm, "linking", firm.adam.id, null);
    const { works } = await insertAttempt(firm, id, firm.adam.id);
    return { id, label: `account-${id}`, works };
  },
  reconnection: async (firm) => {
    const connection = await insertConnection(firm, "linking", firm.owner.id, new Date());
    const { id, works } = await insertAttempt(firm, connection, firm.adam.id);
    return { id, label: `account-${connection}`, works };
  },
  export: async ({ running, company, adam }) => {
    const made = await adam.post(`/companies/${company}/exports`, {});
    const { id } = made.body;
    const works = async () => {
      const { rows } = await running.database.admin.query<{ state: string }>(
        "SELECT state FROM app.exports WHERE company_id = $1 AND id = $2",
        [company, id],
      );
      return rows[0]?.state === "waiting";
    };
    return { id, label: `CR-${String(id).slice(0, 8)}`, works };
  },
};
