import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Person } from "../../support/person.ts";
import { runApp } from "../../support/running-app.ts";
import type { RunningApp } from "../../support/running-app.ts";
import { addMember } from "#tests/support/members.ts";

/** A company with ordinary items, two matters, one item whose privilege was waived, and a project no auditor was let into. */
export interface Firm {
  readonly running: RunningApp;
  readonly company: string;
  /** By what they are in it. */
  readonly people: Readonly<Record<Caller, Person>>;
  /** The API token of somebody on both access lists. */
  readonly token: string;
  /** Ids of things that an address can name, each kind's variants; the privileged ones among them. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** What nobody off the access lists may ever be shown. */
  readonly secrets: string[];
  /** What no auditor may be shown besides. */
  readonly outOfScope: readonly string[];
  /** What whoever keeps matters sees of them: their ids and names. */
  readonly matterFacts: readonly string[];
  /** Every body that a webhook was sent. */
  readonly hooked: string[];
  /** Files the privileged items. */
  conceal(): Promise<void>;
  close(): Promise<void>;
}

export type Caller =
  | "ownerOutside"
  | "admin"
  | "member"
  | "viewer"
  | "listed"
  | "auditor"
  | "endedAuditor"
  | "otherAuditor"
  | "stranger";

export const outsiders = [
  "ownerOutside",
  "admin",
  "member",
  "viewer",
  "auditor",
  "endedAuditor",
  "otherAuditor",
  "stranger",
] as const;

const lawyers = ["ownerOutside", "listed"] as const;

/** Founds the firm. Its matters are empty until `conceal`, so that answers before and after can be compared. */
export async function foundFirm(): Promise<Firm> {
  const running = await runApp();
  const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
  const names = [
    "ownerOutside",
    "admin",
    "member",
    "viewer",
    "listed",
    "auditor",
    "endedAuditor",
    "otherAuditor",
    "stranger",
  ] as const;
  const people = {} as Record<Caller, Person>;
  for (const name of names) people[name] = await running.person(name);
  const owner = people.ownerOutside;
  const company = await owner.found("Quill and Partners");
  await people.stranger.found("Elsewhere and Partners");
  const path = (more: string) => `/companies/${company}${more}`;
  for (const [name, role] of [
    ["admin", "admin"],
    ["member", "member"],
    ["viewer", "viewer"],
    ["listed", "member"],
  ] as const)
    await addMember(running, company, people[name].id, role);
  const project = async (name: string) =>
    (await owner.post(path("/projects"), { name, framework: "soc2" })).body.id as string;
  const open = await project("The audited project");
  const hidden = await project("Harbourmaster annexe");
  for (const [name, projectId, ends] of [
    ["auditor", open, "1 day"],
    ["endedAuditor", open, "-1 day"],
    ["otherAuditor", hidden, "1 day"],
  ] as const) {
    const { rows } = await admin(
      "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, now() + $4::interval) RETURNING id",
      [company, people[name].id, owner.id, ends],
    );
    await admin("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [company, rows[0].id, projectId]);
  }
  const matters: string[] = [];
  for (const name of ["Vermilion v. Cerulean", "Project Nightjar"]) {
    const made = await owner.post(path("/matters"), { name, basis: "attorney-client", join: true });
    matters.push(made.body.id);
    await owner.post(path(`/matters/${made.body.id}/access-list`), { userId: people.listed.id });
  }
  const file = async (person: Person, name: string, content: string, matter?: string) => {
    const query = new URLSearchParams({
      name,
      fileName: `${name}.txt`,
      type: "Document",
      controls: "XC-01,XC-02",
      ...(matter && { matter }),
    });
    const filed = await person.upload(path(`/evidence?${query}`), content, {
      "idempotency-key": `key-of-${name.replaceAll(" ", "-")}`,
    });
    if (filed.status !== 201) throw new Error(`filing: ${JSON.stringify(filed.body)}`);
    return filed.body as { id: string; exhibit: string; sha256: string };
  };
  const ordinary = await file(owner, "Ordinary oak", "an ordinary text");
  const waived = await file(owner, "Waived larch", "a text that was privileged once", matters[1]);
  await owner.post(path(`/evidence/${waived.id}/privilege-waiver`), { reason: "The opponent has it" });
  for (const matter of matters) await owner.send("DELETE", path(`/matters/${matter}/access-list/${owner.id}`));
  await admin("UPDATE app.feature_flags SET enabled = true WHERE key IN ('api-access', 'ai-evidence')");
  const { body: made } = await people.listed.post(path("/api-tokens"), { name: "Listed", scopes: ["read"] });
  // A member makes no tokens; an admin who is on the access list does.
  if (!made.token) await admin("UPDATE app.company_members SET role = 'admin' WHERE user_id = $1", [people.listed.id]);
  const { body: token } = await people.listed.post(path("/api-tokens"), {
    name: "Listed",
    scopes: ["read", "evidence:write"],
  });
  const hooked: string[] = [];
  const receiver = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => void hooked.push(chunk.toString()));
    request.on("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await owner.post(path("/webhooks"), { url: hook, events: ["*"] });
  await running.app.runTasks();

  const ids: Record<string, string[]> = {
    evidenceId: [ordinary.id],
    matterId: [...matters],
    matter: [...matters],
    projectId: [open, hidden],
    controlId: ["XC-01"],
    control: ["XC-01"],
    userId: [randomUUID()],
  };
  const secrets: string[] = [];
  return {
    running,
    company,
    people,
    token: token.token,
    ids,
    secrets,
    outOfScope: ["Harbourmaster annexe"],
    matterFacts: [...matters, "Vermilion v. Cerulean", "Project Nightjar"],
    hooked,
    conceal: async () => {
      for (const [at, matter] of matters.entries()) {
        const item = await file(people[lawyers[1]], `Quicksilver memo ${at}`, `words of quicksilver ${at}`, matter);
        ids["evidenceId"]!.unshift(item.id);
        secrets.push(item.id, item.exhibit, item.sha256);
      }
      secrets.push("uicksilver");
      await running.app.runTasks();
    },
    close: async () => {
      receiver.closeAllConnections();
      receiver.close();
      await running.close();
    },
  };
}
