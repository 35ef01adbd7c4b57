import { endpoints } from "#contract/index.ts";
import pg from "pg";
import { validInputs } from "../contracts/endpoints/inputs.ts";
import type { RunningApp } from "../support/running-app.ts";
import { Visitor } from "../support/visitor.ts";
import { writeUnusualTexts } from "./unusual-database.ts";

/** A company with something on every screen, all of it written by people and vendors who broke no rule but beauty's. */
export interface BusyCompany {
  readonly visitor: Visitor;
  /** What stands for the parameters of addresses. */
  readonly ids: Readonly<Record<string, string>>;
  readonly slug: string;
  /** Columns that took no unusual text. */
  readonly refused: readonly string[];
}

/** Adds to the demo's company what it has none of, and then, unless it is only to be seen, writes an unusual text into every field. */
export async function openBusyCompany(
  running: RunningApp,
  texts: "unusual" | "as the demo wrote it" = "unusual",
): Promise<BusyCompany> {
  const visitor = await Visitor.enter(running.url);
  const client = await databaseOfVisit(running);
  try {
    const company = visitor.companyId;
    await client.query(
      "INSERT INTO app.limit_overrides (company_id, key) SELECT DISTINCT $1::uuid, key FROM app.limits ON CONFLICT DO NOTHING",
      [company],
    );
    // The owner, who runs the installation as well here, so that one person sees every screen.
    await client.query(
      "INSERT INTO app.platform_admins (id) SELECT owner_id FROM app.companies WHERE id = $1 ON CONFLICT DO NOTHING",
      [company],
    );
    await client.query("UPDATE app.feature_flags SET enabled = true");
    const ids = await fill(visitor, client);
    const refused = texts === "unusual" ? await writeUnusualTexts(client) : [];
    const { rows } = await client.query<{ slug: string }>("SELECT slug FROM app.companies WHERE id = $1", [company]);
    return { visitor, ids, slug: rows[0]!.slug, refused };
  } finally {
    await client.end();
  }
}

async function databaseOfVisit({ database }: RunningApp): Promise<pg.Client> {
  const { rows } = await database.admin.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE datname LIKE 'exhibit\\_demo\\_%\\_visit\\_%'",
  );
  for (const { name } of rows.toReversed()) {
    const url = new URL(database.adminUrl);
    url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return client;
  }
  throw new Error("The visit has no database.");
}

const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** A row for each screen that would be empty, through the API as its pages do. */
async function fill(visitor: Visitor, client: pg.Client): Promise<Record<string, string>> {
  const made = async (name: string, extra: Record<string, unknown> = {}, ids: Record<string, string> = {}) => {
    const endpoint = endpoints.find((endpoint) => endpoint.name === name)!;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      key === "companyId" ? visitor.companyId : ids[key]!,
    );
    const input = { ...validInputs[name], ...extra };
    const json = { "content-type": "application/json" };
    const answer = await visitor.send(endpoint.method, path, JSON.stringify(input), json);
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const projects = (await visitor.get(visitor.ofCompany("/projects"))).body as { id: string }[];
  const projectId = projects[0]!.id;
  await made("projects.setWindow", { window: { from: dayIn(-300), to: dayIn(60) } }, { projectId });
  const draft = await made("projects.create", { framework: "hipaa" });
  const matter = await made("matters.create");
  const upload = new URLSearchParams({ name: "Privileged", fileName: "a.txt", type: "Document", controls: "XC-01" });
  await visitor.upload(visitor.ofCompany(`/evidence?${upload}&matter=${matter.id}`), "privileged");
  for (const controlId of ["XC-01", "XC-08"]) {
    await made("controls.note", {}, { controlId });
    await made("controls.assign", {}, { controlId });
  }
  await made("invitations.create");
  await made("systems.add");
  const record = await made("registers.add", {}, { register: "people" });
  const policy = await made("policies.add");
  const review = await reviewing(client, visitor, made);
  await made("apiTokens.create");
  await made("webhooks.create", { url: "https://hooks.example.com/sample" });
  await made("pipelines.trust");
  await made("imports.saveMapping");
  await made("activity.export");
  await made("exports.create");
  await made("auditors.invite", { projects: [projectId], endsOn: dayIn(60) });
  await auditing(client, visitor.companyId, projectId);
  const { rows } = await client.query<{ id: string }>("SELECT id FROM app.connections ORDER BY created_at");
  const items = (await visitor.get(visitor.ofCompany("/evidence"))).body.items as { id: string }[];
  return {
    projectId,
    draftId: draft.id,
    matterId: matter.id,
    controlId: "XC-08",
    itemId: items[0]!.id,
    connectionId: rows[0]!.id,
    page: "getting-started",
    register: "people",
    recordId: record.id,
    policyId: policy.id,
    reviewId: review,
  };
}

/** A review with an account, as if its system had been read just now. */
async function reviewing(
  client: pg.Client,
  visitor: Visitor,
  made: (name: string, extra: Record<string, unknown>) => Promise<{ id: string; populations: { id: string }[] }>,
): Promise<string> {
  const { systems, reviewers } = (await visitor.get(visitor.ofCompany("/review-systems"))).body;
  const [{ systemId }, { userId: reviewerId }] = [systems[0], reviewers[0]];
  const { id, populations } = await made("reviews.open", { systems: [{ systemId, reviewerId }] });
  await client.query(
    `INSERT INTO app.review_rows (company_id, id, population_id, number, account_id, label, reviewer_id)
      SELECT $1, gen_random_uuid(), $2, at, 'account ' || at, 'Account ' || at, $3 FROM generate_series(1, 3) at`,
    [visitor.companyId, populations[0]!.id, reviewerId],
  );
  await client.query(
    `UPDATE app.review_populations SET evidence_id = (SELECT id FROM app.evidence LIMIT 1), seen_at = now(), frozen_at = now(),
      frozen_index = 0, accounts = 3, sha256 = 'x' WHERE id = $1`,
    [populations[0]!.id],
  );
  return id;
}

/** What an auditor asks and says, which no visitor can: the demo has nobody to sign in as one. */
async function auditing(client: pg.Client, company: string, project: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT user_id AS id FROM app.company_members WHERE company_id = $1 LIMIT 1",
    [company],
  );
  const values = [company, project, rows[0]!.id];
  await client.query("SET session_replication_role = replica");
  await client.query(
    `WITH asked AS (INSERT INTO app.audit_requests (company_id, id, project_id, control_id, wanted, due_on, asked_by, asked_at, state)
        SELECT $1, gen_random_uuid(), $2, 'XC-08', 'Wanted', current_date + 9, $3, now(), state
        FROM unnest(ARRAY['open', 'answered', 'accepted', 'closed']) state RETURNING id)
      INSERT INTO app.audit_answers (company_id, id, request_id, said, answered_by, answered_at)
        SELECT $1, gen_random_uuid(), id, 'Said', $3, now() FROM asked`,
    values,
  );
  await client.query(
    `INSERT INTO app.audit_comments (company_id, id, project_id, control_id, said, by_auditor, author_id, at)
      SELECT $1, gen_random_uuid(), $2, 'XC-08', 'Said', auditor, $3, now() FROM unnest(ARRAY[true, false]) auditor`,
    values,
  );
  await client.query("RESET session_replication_role");
}
