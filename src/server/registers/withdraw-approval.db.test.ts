import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { readExceptions } from "../connections/read-exceptions.ts";
import { asCaller } from "../db/as-caller.ts";

let running: RunningApp;
let olga: Person;
let ada: Person;
let mia: Person;
let company: string;
let okta: ConnectedOkta;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (register: string, more = "") => `/companies/${company}/registers/${register}/records${more}`;
const withdraw = (person: Person, register: string, id: string, version: number, reason = "Wrong person") =>
  person.send("DELETE", at(register, `/${id}/approval`), JSON.stringify({ version, reason }), {
    "content-type": "application/json",
  });

beforeAll(async () => {
  running = await runApp();
  [olga, ada, mia] = (await Promise.all(["Olga", "Ada", "Mia"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  company = await olga.found(`Withdrawn ${randomUUID()}`);
  for (const [person, role] of [
    [ada, "admin"],
    [mia, "member"],
  ] as const)
    await addMember(running, company, person.id, role);
  okta = await connectOkta(admin, olga, company);
});
afterAll(() => running.close());

const approved = async () => {
  const fields = {
    subject: "sync@acme.test",
    kind: "service-account",
    systemId: okta.systemId,
    reason: "Copies people",
  };
  const added = (await olga.post(at("approvals"), { fields: { ...fields, expiresOn: "2099-12-31" } })).body;
  return (await ada.post(at("approvals", `/${added.id}/approval`), { version: 1 })).body as {
    id: string;
    version: number;
    state: string;
  };
};
const leftOut = () =>
  asCaller(running.database.databases.user, { userId: okta.id, companyId: company }, (tx) =>
    readExceptions(tx, new Date()),
  );

test("an approval that was a mistake is withdrawn with a reason: nothing rests on it any more, and the history says who did what", async () => {
  const { id, version, state } = await approved();
  expect([state, (await leftOut()).length]).toEqual(["open", 1]);
  expect((await withdraw(mia, "approvals", id, version)).status).toBe(403);
  expect((await withdraw(ada, "approvals", id, version - 1)).body.code).toBe("record-changed");
  expect((await withdraw(ada, "approvals", id, version, " ")).status).toBe(400);
  const { status, body } = await withdraw(ada, "approvals", id, version);
  expect({ status, body }).toMatchObject({ status: 200, body: { state: "waiting", approval: null, version: 3 } });
  expect(await leftOut()).toEqual([]);
  const { history, fields } = (await olga.get(at("approvals", `/${id}`))).body;
  expect(fields.subject).toBe("sync@acme.test");
  expect(history.map((entry: any) => [entry.kind, entry.by.name, entry.reason])).toEqual([
    ["unapproved", "Ada Example", "Wrong person"],
    ["approved", "Ada Example", null],
    ["added", "Olga Example", null],
  ]);
  expect((await withdraw(ada, "approvals", id, 3)).body.code).toBe("record-not-approved");
  // Who asked for it still approves nothing of it, and whoever else may approves it again.
  expect((await olga.post(at("approvals", `/${id}/approval`), { version: 3 })).status).toBe(403);
  expect((await ada.post(at("approvals", `/${id}/approval`), { version: 3 })).body.state).toBe("open");
  expect(await leftOut()).toHaveLength(1);
});
