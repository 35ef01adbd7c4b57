import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Person } from "../../support/person.ts";
import { runApp } from "../../support/running-app.ts";
import type { RunningApp } from "../../support/running-app.ts";
import { confirmAddress, signInStaff } from "../../support/staff.ts";
import type { StaffBrowser } from "../../support/staff.ts";
import { addMember } from "#tests/support/members.ts";

/** Who must find nothing, by what they are. The API token is that of somebody on the access list; a stranger owns another company. */
export const outside = ["owner", "admin", "member", "viewer", "auditor", "staff", "token", "stranger"] as const;
export type Outside = (typeof outside)[number];

/** A law firm with one ordinary record in each register that matters may have records of, and a matter whose access list has one person. */
export interface RecordFirm {
  readonly running: RunningApp;
  readonly company: string;
  readonly matter: string;
  readonly people: Readonly<Record<Exclude<Outside, "staff" | "token"> | "inside", Person>>;
  readonly token: string;
  readonly staff: StaffBrowser;
  /** Where whoever is in that browser is mailed. */
  readonly staffAddress: string;
  /** How many mails had been sent when the records of the matter were added. */
  mailsBefore(): number;
  /** Ordinary records, by their registers. */
  readonly ordinary: Readonly<Record<string, { readonly id: string; readonly number: string }>>;
  /** Adds a record of the matter to each of the four registers; answers them as they were given. */
  conceal(): Promise<readonly { readonly id: string; readonly number: string; readonly register: string }[]>;
  /** Bodies that a webhook was sent. */
  readonly hooked: readonly string[];
  close(): Promise<void>;
}

export const SECRET = "quicksilver";
export const walledRegisters = ["incidents", "legal-holds", "client-matters", "disposals"] as const;

/** Founds the firm. Nothing is under the matter until `conceal`. */
export async function foundRecordFirm(): Promise<RecordFirm> {
  const running = await runApp();
  const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
  const names = ["owner", "admin", "member", "viewer", "auditor", "stranger", "inside"] as const;
  const people = {} as Record<(typeof names)[number], Person>;
  for (const name of names) people[name] = await running.person(name);
  const { owner, inside } = people;
  const company = await owner.found("Quill and Partners");
  const at = (more: string) => `/companies/${company}${more}`;
  for (const [name, role] of [
    ["admin", "admin"],
    ["member", "member"],
    ["viewer", "viewer"],
    ["inside", "admin"],
  ] as const)
    await addMember(running, company, people[name].id, role);
  await admin("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  const project = (await done(owner.post(at("/projects"), { name: "SOC 2", framework: "soc2" }))).id;
  const { rows } = await admin(
    "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, now() + interval '1 year') RETURNING id",
    [company, people.auditor.id, owner.id],
  );
  await admin("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [company, rows[0].id, project]);
  await done(owner.post(at("/systems"), { name: "Practice", kinds: ["practice"] }));

  const hooked: string[] = [];
  const receiver = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => void hooked.push(chunk.toString()));
    request.on("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await done(owner.post(at("/webhooks"), { url, events: ["*"] }));

  const add = async (by: Person, register: string, fields: object, more: object = {}, its = company) =>
    (await done(by.post(`/companies/${its}/registers/${register}/records`, { fields, ...more }))) as {
      id: string;
      number: string;
    };
  const elsewhere = await people.stranger.found("Elsewhere");
  const dan = { name: "Dan Roe", email: "dan@elsewhere.test", kind: "employee", startsAt: "2026-01-05" };
  const { id: ownerId } = await add(people.stranger, "people", dan, {}, elsewhere);
  const late = { title: "Rotate keys", source: "other", ownerId, dueOn: "2026-02-01" };
  await add(people.stranger, "actions", late, {}, elsewhere);
  const staffAddress = "ada@quill.test";
  let mailsBefore = 0;
  const ada = await add(owner, "people", {
    name: "Ada Lind",
    email: staffAddress,
    kind: "employee",
    startsAt: "2026-01-05",
  });
  const fieldsOf = (word: string): Record<(typeof walledRegisters)[number], object> => ({
    incidents: {
      title: `${word} laptop`,
      kind: "incident",
      discoveredAt: "2026-02-02T10:00:00.000Z",
      leadId: ada.id,
      data: ["personal"],
      places: ["eu"],
      timeline: `${word} timeline`,
    },
    "client-matters": { reference: `${word} 2026-17`, client: `${word} client`, leadId: ada.id, restricted: "no" },
    "legal-holds": { title: `${word} hold`, custodianIds: [ada.id], about: `${word} mail`, startsOn: "2026-02-03" },
    disposals: { subject: `${word} drive`, method: "shred", disposedOn: "2026-02-04" },
  });
  const ordinary: Record<string, { id: string; number: string }> = {};
  for (const register of walledRegisters)
    ordinary[register] = await add(owner, register, fieldsOf("ordinary")[register]);
  for (const register of ["people", ...walledRegisters])
    await done(owner.post(at(`/registers/${register}/confirmation`), { count: 1 }));
  const matter = (
    await done(owner.post(at("/matters"), { name: "Vermilion v. Cerulean", basis: "work product", join: false }))
  ).id as string;
  await done(owner.post(at(`/matters/${matter}/access-list`), { userId: inside.id }));
  const { token } = await done(inside.post(at("/api-tokens"), { name: "Inside", scopes: ["read", "exports:write"] }));
  await confirmAddress(running, ada.id);
  const staff = await signInStaff(running, owner, company, ada.id, staffAddress);
  // The first report is a figure of its own.
  const first = await done(owner.post(at("/exports"), {}));
  await running.app.runTasks();
  await (await owner.get(at(`/exports/${first.id}/bundle`))).response.arrayBuffer();
  // Registers are sealed five seconds after a change.
  running.setNow(new Date(Date.now() + 10_000));
  await running.app.runTasks();
  return {
    running,
    company,
    matter,
    people,
    token,
    staff,
    staffAddress,
    mailsBefore: () => mailsBefore,
    ordinary,
    hooked,
    conceal: async () => {
      mailsBefore = running.mails.length;
      const made = [];
      for (const register of walledRegisters) {
        const about = register === "incidents" ? { aboutId: ordinary[register]!.id } : {};
        const record = await add(inside, register, fieldsOf(SECRET)[register], { matterId: matter, ...about });
        made.push({ ...record, register });
      }
      await running.app.runTasks();
      return made;
    },
    close: async () => {
      receiver.closeAllConnections();
      receiver.close();
      await running.close();
    },
  };
}

async function done(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
