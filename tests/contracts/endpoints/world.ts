import { randomUUID } from "node:crypto";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import type { CompanyRole } from "#domain/access.ts";
import { AuthenticatorApp } from "../../support/authenticator-app.ts";
import { Person } from "../../support/person.ts";
import { addToStaff, confirmAddress } from "../../support/staff.ts";
import type { Answer } from "../../support/person.ts";
import { runApp } from "../../support/running-app.ts";
import { wordFile, wordParagraph } from "../../support/word-file.ts";
import { liftLimits } from "../../support/without-limits.ts";
import { validInputs } from "./inputs.ts";
import { preparePolicies } from "./policies.ts";
import { prepareReviews } from "./reviews.ts";

const sarif = JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "Sample" } }, results: [] }] });

/** Files that uploads are asked with, where any file will not do. */
const uploaded: Readonly<Record<string, string | Uint8Array>> = {
  "imports.create": sarif,
  "policies.readFile": wordFile({ body: wordParagraph("Swept.") }),
};

/** What a call says besides the input that is valid. */
interface Change {
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** The endpoint of a name. */
export function named(name: string): NamedEndpoint {
  return endpoints.find((endpoint) => endpoint.name === name)!;
}

/** A company with something of every kind, and people of every kind around it. */
export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld() {
  const running = await runApp();
  const owner = await running.person("Olga");
  const outsider = await running.person("Otto");
  const signedOut = new Person(running.url, "Nobody", "");
  const company = await owner.found("Swept and Partners");
  // Everything is asked for by everybody here.
  await liftLimits(running.database.admin, company);
  await outsider.found("Elsewhere Ltd");
  const strict = await owner.found("Strict and Partners");
  await running.database.admin.query("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [strict]);
  const careless = await running.person("Cara");
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [careless.id]);
  const platformAdmin = await running.person("Omar");
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [platformAdmin.id]);
  await AuthenticatorApp.addTo(platformAdmin, new Date());
  const twice = await running.person("Hana");
  await AuthenticatorApp.addTo(twice, new Date());
  const halfSignedIn = new Person(running.url, "Hana", twice.email);
  await halfSignedIn.signIn();
  const roles = new Map<CompanyRole, Person>();
  const ids: Record<string, string> = { review: "firewall" };

  /** What a person needs of their own before they can use an endpoint. */
  const prepare: Record<string, (person: Person) => Promise<void>> = {
    "controls.strikeNote": async () => {
      ids["noteId"] = (await call(owner, named("controls.note"), company)).body.id;
    },
    "documents.withdraw": (person) => fileDocument(person === roles.get("viewer") ? owner : person),
    "documents.accept": fileForReview,
    "documents.return": fileForReview,
    "documents.withdrawReview": async (person) => {
      await fileForReview(person);
      await call(person, named("documents.accept"), company);
    },
    "manualTests.withdraw": async () => {
      ids["testId"] = (await call(owner, named("manualTests.record"), company)).body.id;
    },
    // No document is both a policy of the library and printed.
    "policies.compose": async () => void (ids["documentId"] = "policies.security-policy"),
    "printedDocuments.file": async () => void (ids["documentId"] = "policies.acknowledgment-log"),
    "printedDocuments.submit": async () => void (ids["documentId"] = "policies.acknowledgment-log"),
    "exports.cancel": prepareExport,
    "exports.bundle": prepareExport,
    "pipelines.trust": forgetImporting,
    "imports.saveMapping": forgetImporting,
    "pipelines.remove": async () => {
      await forgetImporting();
      ids["pipelineId"] = (await call(owner, named("pipelines.trust"), company)).body.id;
    },
    "imports.renameMapping": prepareMapping,
    "imports.removeMapping": prepareMapping,
    "apiTokens.revoke": async () => {
      ids["tokenId"] = (await call(owner, named("apiTokens.create"), company)).body.apiToken.id;
    },
    "alerts.acknowledge": async () => {
      const { rows } = await running.database.admin.query(
        `INSERT INTO app.incidents (company_id, control_id, kind, began_at, reason, ended_at)
          VALUES ($1, 'XC-22', 'failing', now(), 'Swept.', now()) RETURNING id`,
        [company],
      );
      ids["alertId"] = rows[0].id;
    },
    "webhooks.deliveries": makeWebhook,
    "webhooks.remove": makeWebhook,
    "webhooks.sendAgain": makeWebhook,
    "activity.file": async (person) => {
      ids["exportId"] =
        (await person.post(`/companies/${company}/activity/exports`, { format: "csv" })).body.exportId ?? randomUUID();
    },
    "staff.send": async () => {
      const { id } = await addStaff();
      await confirmAddress(running, id);
      validInputs["staff.send"] = { personIds: [id] };
    },
    "staff.vouch": async (person) => {
      const { id: personId, email } = await addStaff(person === owner ? roles.get("admin")! : owner);
      validInputs["staff.vouch"] = { addresses: [{ personId, email }] };
    },
    "training.import": fileTraining,
    "training.undoImport": async () => {
      await fileTraining();
      ids["batchId"] = (await call(owner, named("training.import"), company)).body.batchId;
    },
    "accounts.decide": listAccounts,
    "accounts.stillHere": async () => {
      await listAccounts();
      await makeRecord();
      await running.database.admin.query(
        `UPDATE app.account_lists SET gone = jsonb_build_array(jsonb_build_object('personId', $3::text, 'evidenceId', evidence_id, 'seenAt', seen_at))
          WHERE company_id = $1 AND connection_id = $2`,
        [company, ids["connectionId"], ids["recordId"]],
      );
      const { body } = await owner.get(`/companies/${company}/accounts/gone`);
      validInputs["accounts.stillHere"] = { keys: body.map(({ key }: { key: string }) => key) };
    },
    "proposals.list": () => propose(),
    "proposals.accept": () => propose(),
    "proposals.dismiss": () => propose(),
    "registers.get": makeRecord,
    "registers.change": makeRecord,
    "registers.end": makeRecord,
    "registers.reopen": async () => {
      await makeRecord();
      await call(owner, named("registers.end"), company);
    },
    "registers.approve": async (person) => {
      await makeRecord();
      await makeSystem();
      const fields = { access: "Swept", personId: ids["recordId"], systemId: ids["systemId"], reason: "Swept" };
      ids["register"] = "access-requests";
      // By somebody else: nobody approves what they wrote.
      const other = person === owner ? roles.get("admin")! : owner;
      const extra = { fields: { ...fields, requestedOn: "2026-01-01" } };
      ids["recordId"] = (await call(other, named("registers.add"), company, { extra })).body.id;
    },
    "registers.withdrawApproval": async () => {
      await makeRecord();
      await makeSystem();
      const fields = { access: "Swept", personId: ids["recordId"], systemId: ids["systemId"], reason: "Swept" };
      ids["register"] = "access-requests";
      const extra = { fields: { ...fields, requestedOn: "2026-01-01" } };
      ids["recordId"] = (await call(owner, named("registers.add"), company, { extra })).body.id;
      await call(roles.get("admin")!, named("registers.approve"), company, { extra: { version: 1 } });
    },
    "registers.add": inPeople,
    "registers.records": inPeople,
    "registers.changeMany": async () => {
      await makeRecord();
      validInputs["registers.changeMany"] = { ...validInputs["registers.changeMany"], recordIds: [ids["recordId"]] };
    },
    "registers.endMany": async () => {
      await makeRecord();
      validInputs["registers.endMany"] = { ...validInputs["registers.endMany"], recordIds: [ids["recordId"]] };
    },
    "registers.proposeFiles": async () => void (await addSite()),
    "registers.useFiles": async () => {
      const uses = [await addSite()];
      validInputs["registers.useFiles"] = { ...validInputs["registers.useFiles"], uses };
    },
    "registers.previewCsv": inPeople,
    "registers.importCsv": inPeople,
    "registers.csv": inPeople,
    "registers.undoBatch": async () => {
      await inPeople();
      ids["batchId"] = (await call(owner, named("registers.importCsv"), company)).body.batchId;
    },
    // Of which there are none.
    "registers.confirm": async () => void (ids["register"] = "actions"),
    "registers.grid": async () => void (ids["register"] = "risks"),
    ...preparePolicies({
      ids,
      ask: (person, name, extra) => call(person, named(name), company, { extra }),
      owner,
      roles,
      company,
    }),
    ...prepareReviews({
      ids,
      ask: (person, name) => call(person, named(name), company),
      owner,
      roles,
      company,
      admin: (text, values) => running.database.admin.query(text, [...values]),
      makeSystem,
    }),
    "systems.add": forgetSystems,
    "systems.rename": makeSystem,
    "systems.remove": makeSystem,
    "systems.leaveOut": makeSystem,
    "systems.bringBack": async () => {
      await makeSystem();
      await call(owner, named("systems.leaveOut"), company);
    },
    "systems.takeBackNone": async () => void (await call(owner, named("systems.declareNone"), company)),
    "evidence.withdraw": fileOwn,
    "evidence.rename": fileOwn,
    "evidence.refile": fileOwn,
    "evidence.restore": async (person) => {
      await fileOwn(person);
      await call(person, named("evidence.withdraw"), company);
    },
    "connections.confirm": () => connectionIn("confirming"),
    "connections.pause": () => connectionIn("connected"),
    "connections.resume": () => connectionIn("paused"),
    "connections.collect": () => connectionIn("connected"),
    "connections.disconnect": () => connectionIn("connected"),
  };
  /** What is put back after a person has used an endpoint. */
  const undo: Record<string, (person: Person) => Promise<void>> = {
    "evidence.withdraw": async () => void (await call(owner, named("evidence.restore"), company)),
    "projects.archive": async () => void (await call(owner, named("projects.restore"), company)),
    "members.leave": (person) => join([...roles].find(([, item]) => item === person)![0], person),
  };

  /** Makes a person a member, as if they had been invited. */
  async function join(role: CompanyRole, person: Person): Promise<void> {
    await running.database.admin.query(
      "INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [company, person.id, role],
    );
  }

  /** A webhook with something to send, which no task does here. */
  async function prepareExport(person: Person): Promise<void> {
    ids["exportId"] = (await person.post(`/companies/${company}/exports`, {})).body.id;
  }

  /** Members withdraw and change only what they filed. */
  async function addStaff(by = owner): Promise<{ id: string; email: string }> {
    const email = `swept-${randomUUID()}@example.test`;
    return { email, id: await addToStaff(by, company, { name: "Swept", email }) };
  }

  /** A list of another provider that is on file. */
  async function fileTraining(): Promise<void> {
    const csv = `Email,Completed\n${(await addStaff()).email},2026-01-31`;
    const query = new URLSearchParams({ name: "List", fileName: "list.csv", type: "Document", controls: "XC-06" });
    const { exhibit } = (await owner.upload(`/companies/${company}/evidence?${query}`, csv)).body;
    validInputs["training.import"] = { ...validInputs["training.import"], csv, exhibit };
  }

  async function fileOwn(person: Person): Promise<void> {
    const query = new URLSearchParams({ name: "Own", fileName: "own.txt", type: "Document", controls: "XC-01" });
    const filed = await person.upload(`/companies/${company}/evidence?${query}`, "own");
    ids["evidenceId"] = filed.body.id ?? ids["evidenceId"]!;
  }

  /** Names that were taken a moment ago are free again. */
  async function prepareMapping() {
    await forgetImporting();
    ids["mappingId"] = (await call(owner, named("imports.saveMapping"), company)).body.id;
  }

  async function forgetImporting(): Promise<void> {
    await running.database.admin.query("DELETE FROM app.csv_mappings");
    await running.database.admin.query("DELETE FROM app.pipelines");
  }

  async function fileDocument(person: Person): Promise<void> {
    const evidenceId = (await call(person, named("evidence.file"), company)).body.id;
    ids["filingId"] = (
      await call(person, named("documents.file"), company, { extra: { evidenceId } })
    ).body.filings[0].id;
  }

  /** By somebody else: nobody reviews what they filed. */
  async function fileForReview(person: Person): Promise<void> {
    await fileDocument(person === owner ? roles.get("admin")! : owner);
  }

  /** The name that was taken a moment ago is free again. */
  async function forgetSystems(): Promise<void> {
    await running.database.admin.query(
      "UPDATE app.systems SET removed_at = now() WHERE removed_at IS NULL AND provider IS NULL",
    );
  }

  async function inPeople(): Promise<void> {
    ids["register"] = "people";
  }

  /** A connection lists an account. */
  async function listAccounts(): Promise<void> {
    await connectionIn("connected");
    const { admin } = running.database;
    await admin.query("UPDATE app.connections SET source = 'GitHub swept' WHERE id = $1", [ids["connectionId"]]);
    const evidenceId = (await call(owner, named("evidence.file"), company)).body.id;
    await admin.query(
      `INSERT INTO app.account_lists (company_id, connection_id, evidence_id, seen_at, whole, accounts)
        VALUES ($1, $2, $3, now(), true, $4) ON CONFLICT DO NOTHING`,
      [company, ids["connectionId"], evidenceId, JSON.stringify([{ id: "1", label: "swept", class: "human" }])],
    );
  }

  /** A connection proposes a vendor that nobody has decided on, with all that a record needs. */
  async function propose(): Promise<void> {
    await listAccounts();
    await makeRecord();
    const name = `swept ${randomUUID()}`;
    const answers = { service: "Mail", rating: "low", data: ["none"], hosting: "no", ownerId: ids["recordId"] };
    const seen = { title: name, detail: "An application", names: [], fields: { name, ...answers } };
    ids["register"] = "vendors";
    await running.database.admin.query(
      `INSERT INTO app.proposal_lists (company_id, connection_id, register, evidence_id, seen_at, proposals)
        SELECT company_id, connection_id, 'vendors', evidence_id, seen_at, $3 FROM app.account_lists
        WHERE company_id = $1 AND connection_id = $2
        ON CONFLICT (company_id, connection_id, register) DO UPDATE SET proposals = excluded.proposals`,
      [company, ids["connectionId"], JSON.stringify([{ key: "a".repeat(64), register: "vendors", ...seen }])],
    );
  }

  /** A site without a plan, and an item that may be one. */
  async function addSite() {
    ids["register"] = "sites";
    const fields = { name: `Swept ${randomUUID()}`, address: "1 Main St", holds: "none" };
    const recordId = (await call(owner, named("registers.add"), company, { extra: { fields } })).body.id as string;
    const query = new URLSearchParams({ name: "Plan", fileName: "plan.txt", type: "Document", controls: "XC-01" });
    const { exhibit } = (await owner.upload(`/companies/${company}/evidence?${query}`, randomUUID())).body;
    return { recordId, exhibit: exhibit as string };
  }

  async function makeRecord(): Promise<void> {
    await inPeople();
    ids["recordId"] = (await call(owner, named("registers.add"), company)).body.id;
  }

  async function makeSystem(): Promise<void> {
    await forgetSystems();
    ids["systemId"] = (await call(owner, named("systems.add"), company)).body.id;
  }

  /** The company's connection, in a state of its own and with nothing under way. */
  async function connectionIn(state: string): Promise<void> {
    const { admin } = running.database;
    ids["connectionId"] ??= randomUUID();
    await admin.query("DELETE FROM app.collection_runs WHERE connection_id = $1", [ids["connectionId"]]);
    await admin.query(
      `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, created_by)
        VALUES ($1, $2, 'github', 'token', $3, 'swept', $4) ON CONFLICT (company_id, id) DO UPDATE SET state = $3`,
      [company, ids["connectionId"], state, owner.id],
    );
  }

  async function makeWebhook(): Promise<void> {
    ids["webhookId"] = (await call(owner, named("webhooks.create"), company)).body.webhook.id;
    ids["deliveryId"] = (await call(owner, named("webhooks.test"), company)).body.deliveryId;
  }

  function pathOf(endpoint: NamedEndpoint, companyId: string): string {
    return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === "companyId" ? companyId : (ids[name] ?? randomUUID()),
    );
  }

  async function call(
    person: Person,
    endpoint: NamedEndpoint,
    companyId: string,
    { extra = {}, headers = {} }: Change = {},
  ): Promise<Answer> {
    const path = pathOf(endpoint, companyId);
    const input = { ...validInputs[endpoint.name], ...extra };
    const query = Object.keys(input).length > 0 ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
    if (endpoint.kind === "upload")
      return await person.upload(path + query, uploaded[endpoint.name] ?? "swept", headers);
    if (endpoint.method === "GET") return await person.send("GET", path + query, undefined, headers);
    return await person.send(endpoint.method, path, JSON.stringify(input), {
      "content-type": "application/json",
      ...headers,
    });
  }

  roles.set("owner", owner);
  for (const role of ["admin", "member", "viewer"] as const) {
    const person = await running.person(role);
    await join(role, person);
    roles.set(role, person);
  }
  ids["projectId"] = (await owner.post(`/companies/${company}/projects`, { name: "First", framework: "soc2" })).body.id;
  ids["controlId"] = "XC-01";
  ids["register"] = "people";
  ids["documentId"] = "policies.acknowledgment-log";
  await connectionIn("connected");
  ids["key"] = "api-access";
  ids["kind"] = "hr";
  ids["evidenceId"] = (await call(owner, named("evidence.file"), company)).body.id;
  ids["importId"] = (await call(owner, named("imports.create"), company)).body.id;
  ids["matterId"] = (await call(owner, named("matters.create"), company)).body.id;
  // The access list is open to every role; who may do what on it is another matter.
  for (const { id } of roles.values())
    await running.database.admin.query(
      "INSERT INTO app.matter_access_list (company_id, matter_id, user_id, added_by) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
      [company, ids["matterId"], id, owner.id],
    );
  await running.app.runTasks();
  ids["exportId"] = (await owner.post(`/companies/${company}/exports`, {})).body.id;
  await running.database.admin.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  await makeWebhook();
  return {
    running,
    /** The owner of the company. */
    owner,
    /** Somebody with a company of their own. */
    outsider,
    signedOut,
    /** Somebody whose password is typed, and whose second factor is still missing. */
    halfSignedIn,
    /** A platform admin who has signed in with a password alone. */
    careless,
    /** A platform admin with a second factor, who is a member of no company. */
    platformAdmin,
    company,
    /** A company of the owner's that asks for a second factor, which they have not brought. */
    strict,
    roles,
    /** What stands in paths, by the parameter's name. */
    ids,
    prepare,
    undo,
    join,
    pathOf,
    call,
  };
}
