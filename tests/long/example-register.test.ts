import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import mammoth from "mammoth";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChrome } from "../../scripts/chrome.ts";
import { startServer } from "../support/cluster.ts";
import { Person } from "../support/person.ts";
import { ServerProcess } from "../support/server-process.ts";
import { comeIn } from "../support/sign-in.ts";

// The register that the docs add as an example, served: a copy of the product with its diff and nothing else, on a database of its own.

const root = resolve(import.meta.dirname, "../..");
const COPIED = ["src", "db", "package.json"];
const CONTROL = "XC-17";
const CHECK = "physical.offices-declared";
const DOCUMENT = "physical.visitor-log";

let server: ServerProcess;
let olga: Person;
let company: string;
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "exhibit-example-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of ["node_modules", "build"]) symlinkSync(join(root, path), join(folder, path));
  execFileSync("git", ["apply", "--unsafe-paths", join(root, "docs/examples/keys-and-badges.diff")], { cwd: folder });
  const database = await startServer({ settings: { "app.registers_at_once": "on" }, throwAway: false });
  closers.push(() => database.stop());
  server = await ServerProcess.on(join(folder, "data"), { DATABASE_URL: database.url });
  server.program = join(folder, "src/server/app/main.ts");
  closers.push(() => server.stop());
  await server.start();
  const sql = new pg.Client(database.url);
  await sql.connect();
  await sql.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  await sql.end();
  olga = await Person.signUp(server.url, "Olga", "olga@keys.test", (email) => server.tokenFor(email));
  company = await olga.found("Keys and Sons");
});

const at = (more: string) => `/companies/${company}${more}`;
const ofKeys = (more: string) => at(`/registers/keys${more}`);
async function done(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const listed = async () =>
  (await done(olga.get(ofKeys("/records?sort=name&state=open")))).records.map(({ number, title }: any) => [
    number,
    title,
  ]);
const said = async () =>
  (await done(olga.get(at(`/controls/${CONTROL}`)))).checks.find(({ checkId }: any) => checkId === CHECK);

let dan: string;

test("a badge is added by the form on its screen, and stands in the table", async () => {
  const person = { name: "Dan Reyes", email: "dan@keys.test", kind: "employee", startsAt: "2026-01-05" };
  dan = (await done(olga.post(at("/registers/people/records"), { fields: person }))).id;
  const browser = await chromium.launch(await findChrome());
  closers.push(() => browser.close());
  const page = await browser.newPage();
  await comeIn(page, server.url, olga);
  await page.goto(`${server.url}/dashboard/program/keys`);
  await page.getByRole("button", { name: "Add the first key" }).click();
  const form = page.getByRole("dialog", { name: "Add key" });
  await form.getByLabel("Name", { exact: true }).fill("Badge 12");
  await form.getByLabel("Kind").selectOption("Badge");
  await form.getByLabel("Holder").fill("Dan");
  await form.getByRole("option", { name: /^Dan Reyes/ }).click();
  await form.getByLabel("Opens").fill("Front door");
  await form.getByLabel("Issued on").fill("2026-02-02");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("table", { name: "Keys and badges" }).getByRole("row").filter({ hasText: "Badge 12" });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Badge 12[^]*Badge[^]*Dan Reyes/);
  expect(await listed()).toEqual([["KEY-1", "Badge 12"]]);
});

test("a CSV file is looked at, refused with its wrong rows, imported whole, undone, and comes out as it went in", async () => {
  const rows = ["Name,Kind,Holder,Opens,Issued on", "Key 7,Key,dan@keys.test,Archive,2026-02-03"];
  const wrong = [...rows, "Key 8,Crowbar,nobody@keys.test,,2026-02-30"].join("\r\n");
  const looked = await done(olga.post(ofKeys("/csv-preview"), { csv: wrong }));
  expect(looked).toMatchObject({ added: 1, wrong: 1 });
  expect((await olga.post(ofKeys("/csv"), { csv: wrong })).body.code).toBe("record-rows-wrong");
  expect(await listed()).toHaveLength(1);
  const csv = rows.join("\r\n");
  const first = await done(olga.post(ofKeys("/csv"), { csv }));
  expect(first).toMatchObject({ added: 1 });
  const out = await (await olga.get(ofKeys("/csv"))).response.text();
  expect(out).toContain("Front door");
  expect(await done(olga.post(ofKeys("/csv"), { csv: out }))).toMatchObject({ added: 0, changed: 0 });
  await done(olga.send("DELETE", ofKeys(`/batches/${first.batchId}`)));
  expect(await listed()).toHaveLength(1);
  expect(await done(olga.post(ofKeys("/csv"), { csv }))).toMatchObject({ added: 1 });
  expect(await listed()).toMatchObject([
    ["KEY-1", "Badge 12"],
    [expect.any(String), "Key 7"],
  ]);
});

test("an API key that may read reads it, and changes nothing", async () => {
  const { token } = await done(olga.post(at("/api-tokens"), { name: "Sample", scopes: ["read"] }));
  const program = new Person(server.url, "Program", "");
  const bearer = { authorization: `Bearer ${token}`, origin: "", "content-type": "application/json" };
  const { records } = (await program.send("GET", ofKeys("/records?state=open"), undefined, bearer)).body;
  expect(records).toHaveLength(2);
  const fields = JSON.stringify({ fields: { name: "By a program", kind: "key" } });
  expect((await program.send("POST", ofKeys("/records"), fields, bearer)).status).toBe(403);
});

test("the check of offices fails by a badge of somebody who left, and passes once it was returned", async () => {
  for (const [register, count] of [
    ["people", 1],
    ["sites", 0],
    ["keys", 2],
  ] as const)
    await done(olga.post(at(`/registers/${register}/confirmation`), { count }));
  await expect.poll(said).toMatchObject({ outcome: "pass" });
  const [person] = (await done(olga.get(at("/registers/people/records")))).records;
  const endsAt = new Date(Date.now() - 86_400_000).toISOString();
  const change = JSON.stringify({ version: person.version, fields: { endsAt } });
  await done(
    olga.send("PATCH", at(`/registers/people/records/${dan}`), change, { "content-type": "application/json" }),
  );
  await expect.poll(said).toMatchObject({
    outcome: "fail",
    reason: expect.stringMatching(/^Held by somebody who does not work here: KEY-1, KEY-\d+\. Take it back/),
  });
  for (const { id } of (await done(olga.get(ofKeys("/records?state=open")))).records)
    await done(olga.post(ofKeys(`/records/${id}/end`), { reason: "Returned" }));
  await expect.poll(said).not.toMatchObject({ outcome: "fail" });
});

test("its document prints who holds what, and not what a key opens", async () => {
  const fields = { name: "Badge 13", kind: "badge", holderId: dan, opens: "Back door", issuedOn: "2026-02-04" };
  await done(olga.post(ofKeys("/records"), { fields }));
  const words = async () => {
    const { status, response } = await olga.get(at(`/printed-documents/${DOCUMENT}/file?format=docx`));
    if (status !== 200) return String(status);
    return (await mammoth.extractRawText({ buffer: Buffer.from(await response.arrayBuffer()) })).value;
  };
  await expect.poll(words).toMatch(/Keys and badges[^]*Badge 13[^]*Dan Reyes/);
  expect(await words()).not.toContain("Back door");
});
