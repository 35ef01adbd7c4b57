import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let ana: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  company = await ana.found("Batches Ltd");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const item = (content: string | Buffer, change: object = {}) => ({
  name: "Policy",
  fileName: "policy.txt",
  type: "Policy",
  controls: ["XC-01"],
  content: base64(content),
  ...change,
});
const send = (items: readonly object[], headers: Record<string, string> = {}, person = ana) =>
  person.post(`/companies/${company}/evidence-batches`, { items }, headers);
const files = async () =>
  (await readdir(running.folder, { recursive: true })).filter((name) => /\.(sealed|partial)$/.test(name)).length;
const state = async () => {
  const { rows } = await running.database.admin.query<{ items: number; entries: number }>(
    `SELECT (SELECT count(*)::integer FROM app.evidence WHERE company_id = $1) AS items,
      (SELECT count(*)::integer FROM app.ledger_entries WHERE company_id = $1) AS entries`,
    [company],
  );
  return { ...rows[0]!, files: await files() };
};

test("a batch is filed in its order with one append to the ledger, and each file comes back as it was sent", async () => {
  const before = await state();
  const contents = Array.from({ length: 40 }, (_, index) =>
    `file ${index} `.repeat(index === 39 ? 200_000 : index + 1),
  );
  const filed = await send(contents.map((content, index) => item(content, { name: `Item ${index}` })));
  expect(filed.status).toBe(201);
  const { items } = filed.body as { items: { id: string; sha256: string; ledgerIndex: number; repeated: boolean }[] };
  expect(items.map(({ sha256 }) => sha256)).toEqual(
    contents.map((content) => createHash("sha256").update(content).digest("hex")),
  );
  expect(items.map(({ ledgerIndex }) => ledgerIndex - items[0]!.ledgerIndex)).toEqual([...contents.keys()]);
  expect(await state()).toEqual({
    items: before.items + 40,
    entries: before.entries + 40,
    files: before.files + 40,
  });
  for (const at of [0, 39]) {
    const { response } = await ana.get(`/companies/${company}/evidence/${items[at]!.id}/file`);
    expect(await response.text()).toBe(contents[at]);
    const { body } = await ana.get(`/companies/${company}/evidence/${items[at]!.id}`);
    expect(body.item).toMatchObject({ name: `Item ${at}`, mediaType: "text/plain", source: "Upload" });
  }
});

test("the same batch under one Idempotency-Key, five times at once, is filed once, and no file is left over", async () => {
  const before = await state();
  const batch = [item("one"), item("two")];
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(batch, { "idempotency-key": "nightly-1" })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const ids = answers.map(({ body }) => body.items.map(({ id }: { id: string }) => id).join());
  expect(new Set(ids).size).toBe(1);
  expect(answers.filter(({ body }) => !body.items[0].repeated)).toHaveLength(1);
  expect(await state()).toEqual({
    items: before.items + 2,
    entries: before.entries + 2,
    files: before.files + 2,
  });
});

test("an item's own key is remembered beside those of single requests, and other bytes under it are refused by place", async () => {
  const query = new URLSearchParams({ name: "Policy", fileName: "policy.txt", type: "Policy", controls: "XC-01" });
  const single = await ana.upload(`/companies/${company}/evidence?${query}`, "alone", { "idempotency-key": "shared" });
  const again = await send([item("new"), item("alone", { key: "shared" })]);
  expect(again.body.items[1]).toMatchObject({ id: single.body.id, repeated: true });
  const before = await state();
  const refused = await send([item("newer"), item("other bytes", { key: "shared" })]);
  expect([refused.status, refused.body.code]).toEqual([422, "batch-refused"]);
  expect(refused.body.data.items).toEqual([
    { item: 1, code: "idempotency-conflict", message: failures["idempotency-conflict"].message },
  ]);
  expect(await state()).toEqual(before);
});

test("each item that can't be filed is named with its place, its code and its sentence, and nothing of the batch is filed", async () => {
  const before = await state();
  const { id } = (await send([item("old")])).body.items[0];
  await send([item("newer", { supersedes: id })]);
  const after = await state();
  expect(after.items).toBe(before.items + 2);
  const bad = {
    "content-not-base64": item("x", { content: "no base64" }),
    "file-empty": item(""),
    "unknown-control": item("x", { controls: ["XC-99"] }),
    "upload-differs": item("x", { sha256: "0".repeat(64) }),
    "file-is-program": item(Buffer.from("\u007fELF", "latin1")),
    "idempotency-key-twice": item("b", { key: "twice" }),
  } as const;
  const refused = await send([item("good"), item("a", { key: "twice" }), ...Object.values(bad)]);
  expect([refused.status, refused.body.code]).toEqual([422, "batch-refused"]);
  expect(refused.body.data.items).toEqual(
    (Object.keys(bad) as (keyof typeof bad)[]).map((code, index) => ({
      item: index + 2,
      code,
      message: failures[code].message,
    })),
  );
  const onFile = await send([
    item("x", { supersedes: id }),
    item("x", { supersedes: randomUUID() }),
    item("x", { matter: randomUUID() }),
    item("good"),
  ]);
  expect(onFile.body.data.items.map(({ code }: { code: string }) => code)).toEqual([
    "already-superseded",
    "already-superseded",
    "not-on-access-list",
  ]);
  expect(await state()).toEqual(after);
});

test("a shape that is wrong is named by its place, and 501 items or more than 8 MiB are refused", async () => {
  const before = await state();
  const shaped = await send([item("x"), item("x", { name: " " })]);
  expect([shaped.status, shaped.body.code, shaped.body.message]).toEqual([400, "invalid-input", "Please enter a name"]);
  expect(shaped.body.data.fields).toEqual([{ path: "items.1.name", message: "Please enter a name" }]);
  expect((await send(Array.from({ length: 501 }, () => item("x")))).status).toBe(400);
  expect((await send([item(Buffer.alloc(6 * 2 ** 20 + 4096))])).body.code).toBe("too-large");
  expect(await state()).toEqual(before);
});

test("what a plan has no room for is refused as a whole", async () => {
  const before = await state();
  await running.database.admin.query(
    "INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, 'bytes', 1)",
    [company],
  );
  const refused = await send([item("more than one byte")]);
  await running.database.admin.query("DELETE FROM app.limit_overrides WHERE company_id = $1", [company]);
  expect(refused.body.code).toBe("limit-reached");
  expect(await state()).toEqual(before);
});
