import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import mammoth from "mammoth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findControl, findDocument } from "#catalog/index.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { noNames } from "#domain/printed/cells.ts";
import { drawDocument } from "#domain/printed/draw.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";
import { pdfWords } from "../reading/pdf-words.ts";

const ACTIONS = "oversight.corrective-actions";
let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia] = [await running.person("Olga"), await running.person("Adam"), await running.person("Mia")];
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Printed ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
  ] as const)
    await addMember(running, company, person.id, role);
});

const at = (more: string) => `/companies/${company}${more}`;
const add = async (register: string, fields: Record<string, unknown>) =>
  (await olga.post(at(`/registers/${register}/records`), { fields })).body;
const confirm = (register: string, count: number) => olga.post(at(`/registers/${register}/confirmation`), { count });
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const printed = async (person: Person, document: string, more = "", format = "pdf") => {
  const { response } = await person.send("GET", at(`/printed-documents/${document}/file?format=${format}${more}`));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.status === 200 ? "" : bytes.toString()]).toEqual([200, ""]);
  return bytes;
};
/** The words of the Word document. */
const wordsOf = async (person: Person, document: string, more = "") => {
  const buffer = await printed(person, document, more, "docx");
  return (await mammoth.extractRawText({ buffer })).value;
};
const submit = (person: Person, document = ACTIONS) => person.post(at(`/printed-documents/${document}/submission`), {});
const documentOf = async (id = ACTIONS) =>
  (await olga.get(at("/documents"))).body.find((document: { id: string }) => document.id === id);

/** Two people and an action, confirmed and sealed. */
async function keepActions(): Promise<void> {
  const person = await add("people", {
    name: "Ada Lin",
    email: "ada@firm.example",
    kind: "employee",
    startsAt: clock.toISOString(),
  });
  await add("actions", { title: "Rotate the keys", source: "other", ownerId: person.id, dueOn: "2030-01-01" });
  await confirm("actions", 1);
  await confirm("people", 1);
  await confirm("access-requests", 0);
  await pass(20);
}

test("corrective actions are on file once another person accepts what was printed, and fall with the confirmation", async () => {
  await add("people", { name: "Ada Lin", kind: "employee", startsAt: "2026-01-01" });
  await pass(10);
  expect((await submit(olga)).body).toMatchObject({ code: "document-not-ready" });
  await keepActions();
  expect(await documentOf()).toMatchObject({ source: "printed", state: "missing", answer: { outcome: "pass" } });
  const filed = await submit(olga);
  expect(filed.body).toMatchObject({ state: "waiting", filings: [{ printed: true, mayReview: false }] });
  expect((await olga.post(at(`/document-filings/${filed.body.filingId}/acceptance`), {})).body.code).toBe("own-review");
  await adam.post(at(`/document-filings/${filed.body.filingId}/acceptance`), {});
  expect(await documentOf()).toMatchObject({ state: "on file", by: "printed" });

  await pass(93 * 86_400);
  expect(await documentOf()).toMatchObject({
    state: "missing",
    by: null,
    reason: "The confirmation of Actions has ended.",
  });
});

test("a printed document says in its head who accepted it and when, or who returned it, as a PDF and a Word document", async () => {
  await keepActions();
  // A PDF has a colon behind a label.
  const plain = (text: string) => text.replaceAll(/[\s:]+/g, " ");
  const head = async () => [
    plain(await wordsOf(mia, ACTIONS)),
    plain((await pdfWords(new Uint8Array(await printed(mia, ACTIONS)))).text),
  ];
  for (const text of await head()) expect(text).toContain("Reviewed Not reviewed yet");
  const { filingId } = (await submit(olga)).body;
  for (const text of await head()) expect(text).toContain("Reviewed Not reviewed yet");
  await adam.post(at(`/document-filings/${filingId}/acceptance`), {});
  const on = calendarDate(clock);
  for (const text of await head())
    expect(text).toContain(`Reviewed Accepted by Adam Example on ${on}; filed by Olga Example`);
  // A stranger who prints what was sealed later reads of no review: it was of another exhibit.
  await add("actions", {
    title: "Later",
    source: "other",
    dueOn: "2030-01-01",
    ownerId: (await add("people", { name: "Bo", kind: "employee", startsAt: "2026-01-01" })).id,
  });
  await pass(20);
  for (const text of await head()) expect(text).toContain("Reviewed Not reviewed yet");
});

test("what changed since it was sealed is not filed, and one sentence says so", async () => {
  await keepActions();
  await add("actions", {
    title: "Later",
    source: "other",
    dueOn: "2030-01-01",
    ownerId: (await add("people", { name: "Bo", kind: "employee", startsAt: "2026-01-01" })).id,
  });
  expect((await submit(olga)).body).toMatchObject({
    code: "document-not-sealed",
    message: "The latest changes of the registers are being sealed. Try again in a few seconds.",
  });
});

test("the same exhibit gives the same bytes as a PDF and a Word document, whoever changed a record since", async () => {
  await keepActions();
  const [{ id }] = (await olga.get(at("/registers/people/records"))).body.records;
  const before = await printed(olga, "accounts.leaver-checklist");
  const exhibit = /EX-\d+/.exec(await wordsOf(olga, "accounts.leaver-checklist"))![0];
  await olga.send(
    "PATCH",
    at(`/registers/people/records/${id}`),
    JSON.stringify({ version: 1, fields: { name: "Ada Example" } }),
    {
      "content-type": "application/json",
    },
  );
  await pass(20);
  const again = await printed(olga, "accounts.leaver-checklist", `&exhibit=${exhibit}`);
  expect(again.equals(before)).toBe(true);
  expect(before.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await wordsOf(olga, "accounts.leaver-checklist", `&exhibit=${exhibit}`)).toContain("Ada Lin");
  expect(await wordsOf(olga, "accounts.leaver-checklist")).toContain("Ada Example");
  const [first, second] = [await printed(olga, ACTIONS, "", "docx"), await printed(olga, ACTIONS, "", "docx")];
  expect(second.equals(first)).toBe(true);
});

test("personal values are for owners and admins; everybody else reads what a stranger could redraw", async () => {
  await keepActions();
  const text = await wordsOf(mia, "accounts.leaver-checklist");
  expect(text).not.toContain("Ada Lin");
  expect(text).toContain("Withheld");
  const { response } = await mia.send("GET", at("/printed-documents/vendors.vendor-policy/file"));
  expect(response.status).toBe(404);
});

test("a stranger redraws a document from the bundle, and a bundle with a changed record is refused", async () => {
  await keepActions();
  const { filingId } = (await submit(olga)).body;
  await adam.post(at(`/document-filings/${filingId}/acceptance`), {});
  await pass(10);
  const { id } = (await olga.post(at("/exports"), {})).body;
  const { response } = await olga.get(at(`/exports/${id}/bundle`));
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(at("/ledger"))).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const verify = () =>
    verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs]).toEqual([[], []]);

  const text = await wordsOf(mia, ACTIONS);
  const sha256 = /[0-9a-f]{64}/.exec(text)![0];
  const [, sealed] = [...files].find(([, bytes]) => createHash("sha256").update(bytes).digest("hex") === sha256)!;
  const manifest = JSON.parse(Buffer.from(sealed).toString("utf8"));
  const pages = manifest.registers.flatMap(({ pages: own }: { pages: string[] }) =>
    own.map((page) => JSON.parse(Buffer.from(files.get(`inputs/${page}.json`)!).toString("utf8"))),
  );
  const { document } = findDocument(ACTIONS)!;
  const drawn = drawDocument(
    findPrinted(ACTIONS)!,
    { exhibit: "EX-000001", sha256, manifest, pages },
    { ...document, register: findRegister, controlTitle: (control) => findControl(control)?.title },
    noNames,
  );
  for (const word of ["Rotate the keys", "PER-1"]) {
    expect(JSON.stringify(drawn.blocks)).toContain(word);
    expect(text).toContain(word);
  }
});
