import { createHash, randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import { auditors, companies, connections, guest, operators, people, staff } from "./principals.ts";
import type { Side } from "./principals.ts";
import { readTables } from "./tables.ts";
import type { Column, Table } from "./tables.ts";

const sides: readonly Side[] = ["A", "B"];
const founder: Readonly<Record<Side, string>> = { A: people.owner.id, B: people.otherOwner.id };
const reviewer: Readonly<Record<Side, string>> = { A: people.admin.id, B: people.otherMember.id };

/** Every text of the seed ends so; whoever reads it has read that company's. */
export const marker = (side: Side) => `of company ${side}`;

/**
 * Puts at least one row into every table for each company and person: through the doors where there are any, and
 * made up from the catalog otherwise, so that a table is in the contract test on the day it is created.
 */
export async function seed(client: ClientBase): Promise<void> {
  for (const side of sides) await found(client, side);
  await makeUpRows(client);
  // A row was made up for everybody, and whoever has one runs the installation.
  await client.query("UPDATE app.sign_up_invitations SET invited_by = $1", [operators[0]]);
  await client.query("DELETE FROM app.platform_admins WHERE id <> ALL ($1)", [operators]);
  // Company A may make keys for programs, and company B may not: what only the one can do shows what keeps the other from it.
  await client.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  await client.query(
    "UPDATE app.companies SET second_factor_required = true, subscription_tier = 'starter' WHERE id = $1",
    [companies.B],
  );
}

/** Makes up a row for each owner who has none, in each table. */
export async function makeUpRows(client: ClientBase): Promise<void> {
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]));
  for (const table of tables.values()) {
    if (table.rowsBelongTo === "nobody") await ensureRow(client, tables, table, "A", undefined);
    if (table.rowsBelongTo === "a company") {
      for (const side of sides) {
        await actAsFounder(client, side);
        // What one connection wrote, another of the same company must not reach.
        const several = side === "A" && isOfConnection(table) ? beside : [undefined];
        for (const connection of several) await ensureRow(client, tables, table, side, companies[side], connection);
      }
    }
    if (table.rowsBelongTo === "a person") {
      for (const { id, home } of Object.values(people)) await ensureRow(client, tables, table, home, id);
    }
  }
}

const beside = [connections.live.id, connections.other.id];
const isOfConnection = ({ columns }: Table) => columns.some(({ name }) => name === "connection_id");

/** Triggers ask who is acting, whoever inserts. */
async function actAsFounder(client: ClientBase, side: Side): Promise<void> {
  await client.query("SELECT set_config('app.user_id', $1, false), set_config('app.company_id', $2, false)", [
    founder[side],
    companies[side],
  ]);
}

async function found(client: ClientBase, side: Side): Promise<void> {
  await actAsFounder(client, side);
  const name = `company ${marker(side)}`;
  await client.query("SELECT app.create_company($1, $2, $3, NULL, $4)", [
    companies[side],
    name,
    `slug-${side}`,
    bytes(name),
  ]);
  const members = Object.values(people).filter(({ home, role }) => home === side && role !== "owner");
  const joined = members.map(({ id, role, status }) => ({ id, role, status: status as string }));
  if (guest.company === side) joined.push({ id: guest.person.id, role: guest.role, status: "active" });
  for (const { id, role, status } of joined) {
    const insert = "INSERT INTO app.company_members (company_id, user_id, role, status) VALUES ($1, $2, $3, $4)";
    await client.query(insert, [companies[side], id, role, status]);
  }
  await client.query(...recordAct(side));
  await client.query(
    ...fileEvidence({ id: evidenceId(side), text: marker(side), idempotencyKey: `key ${marker(side)}` }),
  );
  const same = { text: sameInBoth, idempotencyKey: sameInBoth };
  await client.query(...fileEvidence({ id: evidenceId(side).replace(/e$/, "f"), ...same }));
  if (side === "A") {
    await client.query(
      `INSERT INTO app.company_invitations (company_id, id, email, role, invited_by, created_at, expires_at)
        VALUES ($1, $2, $3, 'viewer', $4, '2000-01-01', '3000-01-01')`,
      [companies.A, invitationId, "invited by company a", people.owner.id],
    );
    await client.query(
      "INSERT INTO app.invitation_links (company_id, token_sha256, invitation_id, created_at) VALUES ($1, $2, $3, now())",
      [companies.A, invitationLink, invitationId],
    );
  }
  await keepRegisters(client, side);
  await keepPolicies(client, side);
  if (side === "A") await letAuditorsIn(client);
  if (side === "A") await connect(client);
  // Of another name than what is made up for results: nobody but a connection speaks under its own.
  else
    await client.query(
      "INSERT INTO app.connections (company_id, provider, method, source, created_by) VALUES ($1, $2, 'token', $2, $3)",
      [companies.B, `provider ${marker("B")}`, people.otherOwner.id],
    );
  await keepReviews(client, side);
  await client.query("SELECT set_config('app.user_id', '', false), set_config('app.company_id', '', false)");
}

/** A person and what they are to do: records that link to each other, their history, and a confirmation. */
async function keepRegisters(client: ClientBase, side: Side): Promise<void> {
  const insert = `INSERT INTO app.records (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt)
    VALUES ($1, $2, $3, $4, $5, now(), $5, now(), $6)`;
  const text = `told ${marker(side)}`;
  const person = { name: text, email: text.toLowerCase(), kind: "employee", startsAt: "2000-01-01T00:00:00.000Z" };
  const action = { title: text, source: "other", ownerId: staff[side], dueOn: "2000-01-01" };
  const salt = bytes(`records ${text}`).subarray(0, 16);
  await client.query(insert, [companies[side], staff[side], "people", person, founder[side], salt]);
  await client.query(
    "UPDATE app.records SET vouched_email = lower(fields ->> 'email'), vouched_how = 'another', vouched_at = now() WHERE company_id = $1 AND id = $2",
    [companies[side], staff[side]],
  );
  if (side === "A") {
    await client.query(insert, [
      companies.A,
      staff.ended,
      "people",
      { ...person, name: `former ${text}` },
      founder.A,
      salt,
    ]);
    const end =
      "UPDATE app.records SET ended_at = now(), ended_reason = 'left', changed_by = $3 WHERE company_id = $1 AND id = $2";
    await client.query(end, [companies.A, staff.ended, founder.A]);
  }
  await client.query(insert, [companies[side], randomUUID(), "actions", action, founder[side], salt]);
  await client.query(
    "INSERT INTO app.confirmations (company_id, id, register, count, confirmed_by, confirmed_at) VALUES ($1, $2, 'people', 1, $3, now())",
    [companies[side], randomUUID(), founder[side]],
  );
  await client.query(
    `INSERT INTO app.person_accounts (company_id, provider, scope, account_id, label, kind, person_register, person_id, decided_by, decided_at)
      VALUES ($1, $2, $2, $2, $2, 'person', 'people', $3, $4, now())`,
    [companies[side], text, staff[side], founder[side]],
  );
  const device = { name: `device ${marker(side)}`, kind: "laptop", holderId: staff[side] };
  await client.query(insert, [companies[side], deviceId(side), "devices", device, founder[side], salt]);
  await client.query(
    "INSERT INTO app.named_devices (company_id, id, person_id, name, kind, named_at) VALUES ($1, $2, $3, $4, 'phone', '2000-01-01')",
    [companies[side], randomUUID(), staff[side], `phone ${marker(side)}`],
  );
  // Released, so that nothing else of the company is held.
  const hold = { title: text, custodianIds: [staff[side]], startsOn: "2000-01-01", releasedOn: "2000-01-02" };
  const holdId = randomUUID();
  await client.query(insert, [companies[side], holdId, "legal-holds", hold, founder[side], salt]);
  await client.query(
    `INSERT INTO app.hold_notices (company_id, hold_id, person_id, noticed_at, told_at) VALUES ($1, $2, $3, '2000-01-01', '2000-01-01')`,
    [companies[side], holdId, staff[side]],
  );
  await trainStaff(client, side, text);
}

/** A link, a session, a quiz and what another provider's list says of somebody of the staff. */
async function trainStaff(client: ClientBase, side: Side, text: string): Promise<void> {
  const hash = (what: string) => bytes(`${what} ${marker(side)}`);
  await client.query(
    `INSERT INTO app.staff_links (company_id, token_sha256, person_id, email, sent_by, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, '2000-01-01', '3000-01-01')`,
    [companies[side], staffLink(side), staff[side], text.toLowerCase(), founder[side]],
  );
  await client.query(
    `INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, email, created_at, expires_at, address, user_agent)
      VALUES ($1, $2, $3, $5, '2000-01-01', '3000-01-01', $4, $4)`,
    [companies[side], staffSession(side), staff[side], `browser ${marker(side)}`, text.toLowerCase()],
  );
  await client.query(
    `INSERT INTO app.staff_reminders (company_id, person_id, looked_at, told_at) VALUES ($1, $2, '2000-01-01', '2000-01-01')`,
    [companies[side], staff[side]],
  );
  // The memberships made a row for each already.
  await client.query("UPDATE app.task_digests SET due_at = '2000-01-01', time_zone = $2 WHERE company_id = $1", [
    companies[side],
    `Zone/${marker(side)}`,
  ]);
  await client.query(
    `INSERT INTO app.calendar_feeds (company_id, user_id, token_sha256, has_second_factor, created_at)
      VALUES ($1, $2, $3, true, '2000-01-01')`,
    [companies[side], founder[side], calendarToken(side)],
  );
  await client.query(
    `INSERT INTO app.quiz_attempts (company_id, id, person_id, course, course_version, seed, begun_at)
      VALUES ($1, $2, $3, 'security', 1, $4, '2000-01-01')`,
    [companies[side], quizId(side), staff[side], hash("seed").subarray(0, 16)],
  );
  await client.query(
    `INSERT INTO app.completions (company_id, id, person_id, course, source, passed, completed_at, provider, exhibit, batch_id, imported_by)
      VALUES ($1, $2, $3, 'security', 'import', true, '2000-01-01', $4, 1, $2, $5)`,
    [companies[side], randomUUID(), staff[side], `provider ${text}`, founder[side]],
  );
}

export const staffLink = (side: Side) => bytes(`staff link ${marker(side)}`);
export const calendarToken = (side: Side) => bytes(`calendar ${marker(side)}`);
export const staffSession = (side: Side) => bytes(`staff session ${marker(side)}`);
export const deviceId = (side: Side) => companies[side].replace(/1$/, "6");
export const quizId = (side: Side) => companies[side].replace(/1$/, "7");

/** A policy in force, assigned to a person who acknowledged it, and the draft of its next version. */
async function keepPolicies(client: ClientBase, side: Side): Promise<void> {
  const [company, policy, version, by] = [companies[side], staff[side], policyVersionId(side), founder[side]];
  const text = `told ${marker(side)}`;
  const insert = async (table: string, row: Record<string, unknown>) =>
    await client.query(...insertRow(`app.${table}`, Object.keys(row), row));
  const at = new Date().toISOString();
  const written = { created_by: by, created_at: at };
  const owned = { owner_register: "people", owner_person_id: staff[side] };
  await insert("policies", { company_id: company, id: policy, document_id: text, title: text, ...owned, ...written });
  const changed = { policy_id: policy, text, ...written, changed_by: by, changed_at: at };
  const held = { company_id: company, version_id: version };
  const person = { person_register: "people", person_id: staff[side] };
  await insert("policy_versions", { company_id: company, id: version, ...changed });
  await client.query("UPDATE app.policy_versions SET quorum = 1 WHERE company_id = $1 AND id = $2", [company, version]);
  const approved = { approved_by: reviewer[side], approved_at: at };
  await client.query("SELECT set_config('app.user_id', $1, false)", [reviewer[side]]);
  await insert("policy_approvals", { ...held, id: randomUUID(), revision: 1, ...approved });
  await actAsFounder(client, side);
  const assigned = { audience: "person", ...person, assigned_by: by, assigned_at: at };
  await insert("assignments", { ...held, id: randomUUID(), ...assigned });
  const acknowledged = { sha256: text, method: text, user_id: by, acknowledged_at: at };
  await insert("acknowledgments", { ...held, id: randomUUID(), ...person, ...acknowledged });
  await insert("policy_versions", { company_id: company, id: randomUUID(), ...changed });
}

/** A review of a system that nobody read, and one account of it with a decision and a sighting. */
async function keepReviews(client: ClientBase, side: Side): Promise<void> {
  const [company, population, by] = [companies[side], reviewPopulationId(side), founder[side]];
  const [text, review, system, row] = [`reviewed ${marker(side)}`, randomUUID(), randomUUID(), reviewRowId(side)];
  const insert = async (table: string, fields: Record<string, unknown>) => {
    const all = { company_id: company, ...fields };
    await client.query(...insertRow(`app.${table}`, Object.keys(all), all));
  };
  const at = new Date().toISOString();
  await insert("systems", {
    id: system,
    name: `system ${marker(side)}`,
    kinds: ["hr"],
    provider: `system provider ${marker(side)}`,
    added_by: by,
  });
  await insert("reviews", { id: review, name: text, due_on: "2000-01-01", opened_by: by, opened_at: at });
  const people = { reviewer_id: by, other_id: reviewer[side] };
  await insert("review_populations", { id: population, review_id: review, system_id: system, ...people });
  const of = { review_id: review, system_id: system, ...people };
  if (side === "A")
    for (const connection of beside)
      await insert("review_populations", { id: randomUUID(), connection_id: connection, ...of });
  const about = { account_id: text, label: text, class: text, email: text, last_sign_in: text, reviewer_id: by };
  await insert("review_rows", { id: row, population_id: population, number: 1, ...about });
  // Nobody here has the address of somebody among People, as a decision asks.
  await client.query("SET session_replication_role = replica");
  await insert("review_decisions", {
    id: randomUUID(),
    row_id: row,
    decision: "keep",
    reason: text,
    decided_by: by,
    decided_at: at,
  });
  await client.query("SET session_replication_role = origin");
  await insert("review_sightings", { row_id: row, evidence_id: evidenceId(side), seen_at: at, present: true });
}

export const reviewPopulationId = (side: Side): string => companies[side].replace(/1$/, "9");

export const reviewRowId = (side: Side): string => companies[side].replace(/1$/, "5");

export const policyVersionId = (side: Side): string => companies[side].replace(/1$/, "8");

/** Accounts at a vendor, each with a run. */
async function connect(client: ClientBase): Promise<void> {
  for (const { id, state } of Object.values(connections)) {
    await client.query(
      "INSERT INTO app.connections (company_id, id, provider, method, state, created_by) VALUES ($1, $2, $3, 'token', $4, $5)",
      [companies.A, id, `provider ${marker("A")}`, state, people.owner.id],
    );
    await client.query(
      "INSERT INTO app.collection_runs (company_id, connection_id, slot, reason) VALUES ($1, $2, '2000-01-01', 'scheduled')",
      [companies.A, id],
    );
  }
}

/** One audits a project of company A, one did until lately, and one was let in without any. */
async function letAuditorsIn(client: ClientBase): Promise<void> {
  const project = companies.A.replace(/1$/, "a");
  await client.query(
    "INSERT INTO app.projects (company_id, id, name, framework, created_by) VALUES ($1, $2, $3, 'soc2', $4)",
    [companies.A, project, `project ${marker("A")}`, people.owner.id],
  );
  for (const { id, endsAt, projects } of Object.values(auditors)) {
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, $4) RETURNING id",
      [companies.A, id, people.owner.id, endsAt],
    );
    if (projects > 0)
      await client.query("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [companies.A, rows[0]!.id, project]);
  }
}

/** An invitation of company A to an address that none of the seed's people has. */
export const invitationId = companies.A.replace(/1$/, "d");
export const invitationLink = bytes("link of company A");

/** Both companies have filed these bytes under this idempotency key. */
export const sameInBoth = "the same in both companies";

export const evidenceId = (side: Side) => companies[side].replace(/1$/, "e");

type Call = [sql: string, values: unknown[]];

const anyCommitment = bytes("act").toString("base64");

/** A call of app.record_act. */
export function recordAct(side: Side, changed: { id?: null; event?: string; commitment?: null } = {}): Call {
  const { id, event, commitment } = {
    id: randomUUID(),
    event: "company.renamed",
    commitment: anyCommitment,
    ...changed,
  };
  const values = [id, event, `subject ${marker(side)}`, `{"to":"${marker(side)}"}`, bytes("salt"), commitment];
  return ["SELECT app.record_act($1, $2, $3, $4, $5, $6, NULL)", values];
}

/** A call of app.file_evidence with one item. */
export function fileEvidence(item: {
  id: string;
  text: string;
  idempotencyKey: string | null;
  commitment?: string;
}): Call {
  const now = new Date();
  const commitment = item.commitment ?? bytes(item.text).toString("base64");
  const sha256 = bytes(item.text);
  const each = [
    item.id,
    item.text,
    "Config",
    item.text,
    item.text,
    now,
    now,
    sha256,
    1,
    "text/plain",
    item.text,
    item.text,
  ];
  const sealed = [item.idempotencyKey, bytes("salt"), item.text, commitment, commitment, bytes("wrapped")];
  const link = [[1], [`control ${item.text}`], [now]];
  const values = [...each.map((value) => [value]), ...sealed.map((value) => [value]), 1, ...link, [null], [null]];
  return [`SELECT * FROM app.file_evidence(${values.map((_, index) => `$${index + 1}`).join(", ")})`, values];
}

/** Inserts a made-up row unless the owner, or the owner's connection, has one, after the rows that it refers to. */
async function ensureRow(
  client: ClientBase,
  tables: ReadonlyMap<string, Table>,
  table: Table,
  side: Side,
  owner: string | undefined,
  connection?: string,
): Promise<Record<string, unknown>> {
  const named = table.name === "app.connections" ? "id" : isOfConnection(table) ? "connection_id" : undefined;
  const its = connection !== undefined && named !== undefined ? ` AND ${named} = '${connection}'` : "";
  const mine = owner === undefined ? "" : `WHERE ${table.key} = '${owner}'${its}`;
  const find = async () =>
    (await client.query(`SELECT to_jsonb(x) AS row FROM ${table.name} x ${mine} LIMIT 1`)).rows[0]?.row;
  const existing = await find();
  if (existing) return existing;
  const row: Record<string, unknown> = {};
  for (const column of table.columns) {
    const told = `${owner?.slice(-2) ?? ""}${connection === connections.other.id ? " beside" : ""}`;
    const value = column.name === table.key ? owner : makeUp(table, column, side, told);
    if (value !== undefined) row[column.name] = value;
    if (its !== "" && column.name === named) row[column.name] = connection;
  }
  for (const { columns, target, targetColumns } of table.foreignKeys) {
    const other = tables.get(target)!;
    const referred = await ensureRow(
      client,
      tables,
      other,
      side,
      sameOwner(table, other) ? owner : anOwner(other, side),
      connection,
    );
    columns.forEach((name, index) => (row[name] = referred[targetColumns[index]!]));
  }
  await client.query(...insertRow(table.name, Object.keys(row), row));
  return await find();
}

const sameOwner = (a: Table, b: Table) => a.rowsBelongTo === b.rowsBelongTo;

function anOwner({ rowsBelongTo }: Table, side: Side): string | undefined {
  if (rowsBelongTo === "nobody") return undefined;
  return rowsBelongTo === "a company" ? companies[side] : founder[side];
}

/** Inserts the given columns of a row that is written as JSON. */
export function insertRow(table: string, columns: readonly string[], row: Record<string, unknown>): Call {
  const list = columns.join(", ");
  const sql = `INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_record(NULL::${table}, $1)`;
  return [sql, [JSON.stringify(row)]];
}

/** Whether a column says who did something, as policies like to compare with the caller. */
export const isAuthor = (column: Column) => column.type === "uuid" && /_by$|^(owner|user|actor)_id$/.test(column.name);

/** A value that tells whose it is; `owner` is a short name of theirs. */
function makeUp(table: Table, column: Column, side: Side, owner: string): unknown {
  // By somebody else than the founder, who filed it.
  if (table.name === "app.document_reviews" && isAuthor(column)) return reviewer[side];
  if (table.name === "app.document_reviews" && column.name === "accepted") return true;
  // Tests that were not withdrawn, and acceptances that did not end.
  if (/^app\.(manual_tests|accepted_failures)$/.test(table.name) && /^(withdrawn|ended)_/.test(column.name))
    return undefined;
  if (isAuthor(column)) return founder[side];
  // The signer forgets within a minute what nobody waits for, and a measure on a busy machine takes longer.
  if (table.name === "app.signing_requests" && column.name === "asked_at") return "2100-01-01T00:00:00Z";
  // Begun and left by another signer, so that nobody joins it.
  if (table.name === "app.signing_requests" && column.name === "begun_at") return "2000-01-01T00:00:00Z";
  // About a system, which is referred to: a decision is about one thing.
  if (table.name === "app.scope_decisions" && ["kind", "document_id"].includes(column.name)) return undefined;
  // Of a register, which is referred to: a sample is of one thing.
  if (table.name === "app.audit_samples" && column.name === "control_id") return undefined;
  if (column.hasDefault) return undefined;
  if (column.word) return column.word;
  const whose = table.rowsBelongTo === "nobody" ? "of nobody" : `${owner} ${marker(side)}`;
  const told = `${column.name} ${whose}`;
  if (column.name === "email") return told.toLowerCase();
  // A day that a text must be, by a check of its table.
  if (column.type === "text" && /^collected_(from|to)$/.test(column.name)) return "2000-01-01";
  // A loss begins the second ledger of a company at the earliest.
  if (table.name === "app.ledger_losses" && column.name === "generation") return 2;
  // Otherwise it would be told apart from a person of another table by nothing.
  if (table.name === "app.ledger_losses" && column.name === "person") return `${told} who accepted`;
  // What is proposed is read by whoever reads its register.
  if (table.name.startsWith("app.proposal_") && column.name === "register") return "vendors";
  // A question has a short key, and is answered.
  if (table.name === "app.policy_answers" && column.name === "question") return `asked-by-${side.toLowerCase()}`;
  if (table.name === "app.policy_answers" && column.name === "answer") return "yes";
  // A logo is a picture.
  if (table.name === "app.portals" && column.name === "logo")
    return `data:image/png;base64,${Buffer.from(`logo ${whose}`).toString("base64")}`;
  // A judge is known by the hash of its code.
  if (table.name === "app.judges" && column.name === "sha256") return bytes(`code ${whose}`).toString("hex");
  // So is a page of a snapshot, by the hash of its text.
  if (table.name === "app.snapshot_pages" && column.name === "sha256") return bytes(`content ${whose}`).toString("hex");
  if (table.name === "app.check_results" && column.name === "judge") return bytes(told).toString("hex");
  if (column.type === "text") return told;
  if (column.type === "bytea") return `\\x${bytes(`${table.name} ${told}`).toString("hex")}`;
  // A list has as many accounts as it says: one.
  if (["app.attested_lists", "app.account_lists"].includes(table.name) && column.name === "accounts")
    return [{ id: told, label: told }];
  if (column.type === "jsonb") return { told };
  if (column.optional) return undefined;
  if (column.type === "text[]") return [told];
  if (column.type === "uuid") return randomUUID();
  if (column.type === "boolean") return false;
  if (column.type === "date") return new Date().toISOString().slice(0, 10);
  if (column.type === "bigint[]") return [1];
  if (["integer", "bigint", "double precision"].includes(column.type)) return 1;
  if (column.type === "timestamp with time zone") return new Date().toISOString();
  throw new Error(
    `the seed cannot make up a ${column.type} for ${table.name}.${column.name}: teach tests/contracts/isolation/seed.ts`,
  );
}

/** What the seed makes up for a column of bytes in a company's table. */
export function madeUpBytes(table: string, column: string, side: Side): Buffer {
  return bytes(`${table} ${column} ${companies[side].slice(-2)} ${marker(side)}`);
}

function bytes(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
