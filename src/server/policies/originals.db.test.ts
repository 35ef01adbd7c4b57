import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let stranger: Person;
let company: string;

const TEXT = "# Access\n\nEverybody signs in with their own account.\n";

beforeAll(async () => {
  running = await runApp();
  [olga, stranger] = [await running.person("Olga"), await running.person("Sam")];
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Originals ${randomUUID()}`);
  await running.forgetTries();
});

const at = (path: string) => `/companies/${company}${path}`;
const patch = async (id: string, body: Record<string, unknown>) =>
  await olga.send("PATCH", at(`/policy-versions/${id}`), JSON.stringify(body), { "content-type": "application/json" });
async function file(person = olga, of = company, bytes = "document"): Promise<{ id: string; exhibit: string }> {
  const query = new URLSearchParams({
    name: "Access, as imported",
    fileName: "access.docx",
    type: "Policy",
    controls: "XC-01",
  });
  return (await person.upload(`/companies/${of}/evidence?${query}`, bytes)).body;
}
const add = async (more: Record<string, unknown> = {}) =>
  await olga.post(at("/policies"), { title: "Access policy", text: TEXT, ...more });
const entries = async () =>
  (
    await running.database.admin.query(
      "SELECT event, details::jsonb ->> 'original' AS original FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'policy.%' ORDER BY seq",
      [company],
    )
  ).rows;

test("a version names the exhibit that it was imported from, as does the ledger, and the next version does not", async () => {
  const { id, exhibit } = await file();
  const { body } = await add({ original: exhibit });
  const original = { exhibit, item: { id, fileName: "access.docx" } };
  expect(body.open.original).toEqual(original);
  expect(await entries()).toEqual([{ event: "policy.added", original: exhibit }]);
  const version = body.open.id;
  await olga.post(at(`/policy-versions/${version}/review`), { revision: 1, quorum: 1 });
  const approved = (await olga.post(at(`/policy-versions/${version}/approvals`), { revision: 1 })).body;
  expect(approved.inForce.original).toEqual(original);
  expect((await olga.post(at(`/policies/${body.id}/versions`), {})).body.open.original).toBeNull();
  expect((await olga.get(at(`/policy-versions/${version}`))).body.original).toEqual(original);
});

test("an edit keeps it, another document replaces it, and null takes it away", async () => {
  const [first, second] = [await file(), await file(olga, company, "another")];
  const { id } = (await add({ original: first.exhibit })).body.open;
  expect((await patch(id, { revision: 1, text: `${TEXT}\nMore.\n` })).body.original.exhibit).toBe(first.exhibit);
  const replaced = await patch(id, { revision: 2, text: `${TEXT}\nMore.\n`, original: second.exhibit });
  expect(replaced.body).toMatchObject({ revision: 2, original: { exhibit: second.exhibit } });
  expect((await patch(id, { revision: 2, text: TEXT, original: null })).body.original).toBeNull();
  expect((await entries()).map(({ original }) => original)).toEqual([first.exhibit, null, second.exhibit, null]);
});

test("is no exhibit of another company, none that is privileged or withdrawn, and none of a version that is closed", async () => {
  await file(stranger, await stranger.found("Elsewhere"));
  expect((await add({ original: "EX-000001" })).body.code).toBe("policy-original");
  const { id, exhibit } = await file();
  const { open } = (await add({ original: exhibit })).body;
  await olga.post(at(`/evidence/${id}/withdrawal`), { reason: "The wrong file" });
  expect((await olga.get(at(`/policy-versions/${open.id}`))).body.original).toEqual({ exhibit, item: null });
  expect((await add({ title: "Another", original: exhibit })).body.code).toBe("policy-original");
  const other = await file(olga, company, "privileged");
  const made = await olga.post(at("/matters"), { name: "Swept v. B", basis: "work product", join: true });
  expect(made.status).toBeLessThan(300);
  const query = new URLSearchParams({
    name: "Advice",
    fileName: "advice.docx",
    type: "Policy",
    controls: "XC-01",
    matter: made.body.id,
  });
  const advice = (await olga.upload(at(`/evidence?${query}`), "advice")).body;
  expect((await patch(open.id, { revision: 1, text: TEXT, original: advice.exhibit })).body.code).toBe(
    "policy-original",
  );
  await olga.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 });
  await olga.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 });
  expect((await patch(open.id, { revision: 1, text: TEXT, original: other.exhibit })).body.code).toBe(
    "policy-version-closed",
  );
});
