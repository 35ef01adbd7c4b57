import { writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { verifyProof } from "#web/verification/verify-proof.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { Item, MendedCompany } from "#tests/support/mended-company.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { verifyCommand } from "../bundle/verify-command.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { erasureJobs } from "./erasure-work.ts";

let at: MendedCompany;
let owner: MendedCompany["people"]["owner"];
beforeAll(async () => {
  at = await mendedCompany();
  ({ owner } = at.people);
});
afterAll(() => at.running.close());

const admin = async (text: string, values: readonly unknown[] = []) =>
  (await at.running.database.admin.query(text, [...values])).rows;
const erase = (item: Item, who = owner, exhibit = item.exhibit) =>
  who.post(at.path(`/evidence/${item.id}/erasure`), { exhibit, reason: "It names a client" });
const work = () => at.running.app.runTasks();

async function withdrawn(name: string, more: Record<string, string> = {}): Promise<Item> {
  const item = await at.file(name, more);
  expect((await at.withdraw(item)).status).toBe(200);
  return item;
}

/** Names of the sealed files in every store. */
async function stored(): Promise<string[]> {
  const names = await readdir(path.join(at.running.folder, "us"), { recursive: true });
  return names.filter((name) => name.endsWith(".sealed") && !name.startsWith("erased-files"));
}
const isStored = async (item: Item) => (await stored()).some((name) => name.includes(item.id));

test("an owner erases a withdrawn file: its bytes, key and names go for good, and number, hash and custody stay", async () => {
  const item = await at.file("Vermilion", { fileName: "vermilion.txt" });
  expect((await at.rename(item, "Vermilion again")).status).toBe(200);
  expect((await at.refile(item, { remove: ["XC-02"] })).status).toBe(200);
  expect((await at.withdraw(item)).status).toBe(200);
  expect((await at.restore(item)).status).toBe(200);
  expect((await at.withdraw(item)).status).toBe(200);
  const before = await at.details(item);
  expect([before.erases, before.hold, before.erasure]).toEqual([true, null, null]);
  expect(await isStored(item)).toBe(true);

  expect((await erase(item)).status).toBe(200);
  // From now on, before any worker: nothing opens it.
  const download = () => owner.get(at.path(`/evidence/${item.id}/file`));
  expect((await download()).body.code).toBe("item-erased");
  expect((await at.details(item)).erasure).toMatchObject({ by: "owner Example", removedAt: null });
  await work();
  expect(await isStored(item)).toBe(false);
  expect((await download()).body.code).toBe("item-erased");

  const after = await at.details(item);
  expect(after.item).toMatchObject({
    exhibit: item.exhibit,
    sha256: item.sha256,
    size: before.item.size,
    source: before.item.source,
    controls: before.item.controls,
    name: "Erased file",
    fileName: "erased",
    withdrawn: true,
    erased: true,
  });
  expect(after).toMatchObject({ erases: false, hold: null, mends: false });
  expect(after.erasure).toMatchObject({ reason: "It names a client", removedAt: expect.any(String) });
  // Signing comes with the minute.
  const steps = (details: { custody: { event: string }[] }) =>
    details.custody.map(({ event }) => event).filter((event) => event !== "Signed");
  expect(steps(after)).toEqual([...steps(before), "File erased", "File removed"]);
  const hashes = after.custody
    .filter((step: { of: string }) => step.of === "content")
    .map(({ hash }: Item & { hash: string }) => hash);
  expect(new Set(hashes)).toEqual(new Set([item.sha256]));
  // What is left is still proved: the entry commits to this hash, and stands in the signed ledger.
  expect(after.proof).toMatchObject({ metadata: null, changes: [], entry: before.proof.entry });
  expect(await verifyProof(after.item, after.proof)).toEqual({ holds: true });
  expect(await verifyProof({ ...after.item, sha256: "00".repeat(32) }, after.proof)).toMatchObject({ broken: true });
  expect(await verifyProof({ ...after.item, erased: false }, after.proof)).toMatchObject({ broken: true });
  const said = await at.sentences();
  expect(said[0]).toBe(`erased the file of ${item.exhibit}: It names a client`);
  expect(said).toContain(`filed ${item.exhibit}, whose name was erased`);
  expect(said).toContain(`renamed ${item.exhibit}, whose name was erased`);
});

test("no table, no list and no export says what the file was called or what was in it", async () => {
  const item = await at.file("Amaranth", { fileName: "amaranth.txt" });
  await at.rename(item, "Amaranth two");
  await at.withdraw(item);
  await work();
  const tables = await admin(
    `SELECT format('app.%I', relname) AS name FROM pg_class WHERE relnamespace = 'app'::regnamespace AND relkind = 'r'`,
  );
  const holding = async () => {
    const found: string[] = [];
    for (const { name } of tables)
      if ((await admin(`SELECT FROM ${name} t WHERE t::text ILIKE '%amaranth%' LIMIT 1`)).length > 0) found.push(name);
    return found;
  };
  expect(await holding()).toEqual(expect.arrayContaining(["app.evidence", "app.evidence_seals", "app.ledger_acts"]));
  expect((await erase(item)).status).toBe(200);
  await work();
  expect(await holding()).toEqual([]);
  const everything = await (await owner.get(at.path("/records"))).response.text();
  expect(everything).not.toMatch(/amaranth/i);
  expect(JSON.parse(everything).tables.erasures.map((row: { evidence_id: string }) => row.evidence_id)).toContain(
    item.id,
  );
});

test("of a report what was read from it goes, and its checks stay undecided", async () => {
  const text = prowlerReport(new Date());
  expect((await owner.upload(at.path("/imports?fileName=prowler.ocsf.json"), text)).status).toBe(201);
  await work();
  const report = (await owner.get(at.path("/evidence"))).body.items[0] as Item;
  await at.withdraw(report);
  const read = async () => [
    (
      await admin("SELECT count(*)::int AS n FROM app.findings WHERE evidence_id = $1 AND message <> ''", [report.id])
    )[0].n,
    (
      await admin("SELECT count(DISTINCT reason)::int AS n FROM app.check_results WHERE evidence_id = $1", [report.id])
    )[0].n,
  ];
  const controls = async () =>
    ((await owner.get(at.path("/controls"))).body as { id: string; status: string }[]).map(({ id, status }) => [
      id,
      status,
    ]);
  const [before, judged] = [await read(), await controls()];
  expect(before[0]).toBeGreaterThan(0);
  expect((await erase(report)).status).toBe(200);
  await work();
  expect(await read()).toEqual([0, 1]);
  expect(await controls()).toEqual(judged);
});

test("only an owner erases, by the page and by the API, and only what is withdrawn, once, under its number and with a reason", async () => {
  const item = await at.file("Guarded");
  expect((await erase(item)).body.code).toBe("not-withdrawn");
  await at.withdraw(item);
  for (const [name, status] of [
    ["stranger", 404],
    ["auditor", 403],
    ["viewer", 403],
    ["member", 403],
    ["admin", 403],
  ] as const) {
    const person = at.people[name];
    expect([name, (await erase(item, person)).status]).toEqual([name, status]);
    const seen = await person.get(at.path(`/evidence/${item.id}`));
    expect([name, seen.body.erases ?? false]).toEqual([name, false]);
  }
  expect((await erase(item, owner, "EX-999999")).body.code).toBe("exhibit-differs");
  expect(
    (await owner.post(at.path(`/evidence/${item.id}/erasure`), { exhibit: item.exhibit, reason: " " })).status,
  ).toBe(400);
  expect((await owner.post(at.path(`/evidence/${item.id}/erasure`), { reason: "No number" })).status).toBe(400);
  expect(await isStored(item)).toBe(true);
  expect((await erase(item)).status).toBe(200);
  expect((await erase(item)).body.code).toBe("item-erased");
  expect((await at.restore(item)).body.code).toBe("item-erased");
  expect((await at.rename(item, "Back")).body.code).toBe("item-withdrawn");
  await work();
});

test("another item with the same content keeps its own file", async () => {
  const [first, other] = [await at.file("Twin"), await at.file("Other twin", { controls: "XC-03" })];
  const query = new URLSearchParams({ name: "Third", fileName: "a.txt", type: "Policy", controls: "XC-01" });
  const third = (await owner.upload(at.path(`/evidence?${query}`), "the text of Twin")).body as Item;
  expect(third.sha256).toBe(first.sha256);
  await at.withdraw(first);
  expect((await erase(first)).status).toBe(200);
  await work();
  expect([await isStored(first), await isStored(other), await isStored(third)]).toEqual([false, true, true]);
  const { response } = await owner.get(at.path(`/evidence/${third.id}/file`));
  expect(await response.text()).toBe("the text of Twin");
});

test("bytes that another item is stored under stay until that one is erased, too", async () => {
  const [first, other] = [await withdrawn("Shared"), await withdrawn("Sharing")];
  await admin("ALTER TABLE app.evidence DISABLE TRIGGER USER");
  await admin("UPDATE app.evidence SET blob_key = (SELECT blob_key FROM app.evidence WHERE id = $1) WHERE id = $2", [
    first.id,
    other.id,
  ]);
  await admin("ALTER TABLE app.evidence ENABLE TRIGGER USER");
  await erase(first);
  await work();
  expect(await isStored(first)).toBe(true);
  expect((await at.details(first)).erasure.removedAt).not.toBeNull();
  await erase(other);
  await work();
  expect(await isStored(first)).toBe(false);
});

test("what was erased stays erased: nothing writes its names back, and no row forgets that it was", async () => {
  const item = await withdrawn("Kept out");
  await erase(item);
  await work();
  for (const [sql, why] of [
    ["UPDATE app.erasures SET reason = 'another'", "append-only"],
    ["DELETE FROM app.erasures", "append-only"],
    ["UPDATE app.evidence SET size = 1", "append-only"],
    ["UPDATE app.ledger_acts SET details = '{}'", "append-only"],
    ["UPDATE app.ledger_acts SET salt = ''", "append-only"],
  ] as const)
    await expect(admin(sql)).rejects.toThrow(why);
  const standing = await at.file("Standing");
  for (const sql of [
    "UPDATE app.evidence SET file_name = 'x' WHERE id = $1",
    "UPDATE app.evidence SET name = 'Erased file' WHERE id = $1",
    "UPDATE app.evidence_seals SET metadata = '{}' WHERE evidence_id = $1",
    "UPDATE app.evidence_seals SET wrapped_key = '' WHERE evidence_id = $1",
  ])
    await expect(admin(sql, [standing.id])).rejects.toThrow(/append-only|changes with its record/);
});

test("what holds an item keeps its file, each with a sentence of its own, and lets it go when it ends", async () => {
  const { auditor } = at.people;
  const held = async (item: Item) => {
    const answer = await erase(item);
    if (answer.status === 200) return "erased";
    // The page says the same before anybody asks.
    expect((await at.details(item)).hold).toBe(answer.body.message);
    return answer.body.code as string;
  };
  const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

  // An auditor's request, as long as it is not settled.
  const answering = await at.file("Answers a request");
  const request = at.path("/audit/requests");
  const asked = await auditor.post(request, { projectId: at.project, text: "The policy", dueOn: day(3) });
  expect(asked.status).toBe(200);
  const answer = await owner.post(`${request}/${asked.body.id}/answers`, { text: "Here", items: [answering.id] });
  expect(answer.status).toBe(200);
  await at.withdraw(answering);
  expect(await held(answering)).toBe("held-by-request");
  expect((await auditor.post(`${request}/${asked.body.id}/state`, { outcome: "accepted" })).status).toBe(200);
  expect(await held(answering)).toBe("erased");

  // An audit under way that drew it, or speaks of it, until the auditor's access ends.
  const drawn = await at.file("Drawn", { controls: "XC-07" });
  const noted = await at.file("Noted");
  const sample = { projectId: at.project, control: "XC-07", from: day(-1), to: day(1), size: 1 };
  expect((await auditor.post(at.path("/audit/samples"), sample)).status).toBe(200);
  const comment = { projectId: at.project, item: noted.id, text: "Whose is this?" };
  expect((await auditor.post(at.path("/audit/comments"), comment)).status).toBe(200);
  for (const item of [drawn, noted]) {
    await at.withdraw(item);
    expect(await held(item)).toBe("held-by-audit");
  }
  await admin("UPDATE app.auditors SET ended_at = now() WHERE company_id = $1", [at.company]);
  for (const item of [drawn, noted]) expect(await held(item)).toBe("erased");
  await admin("UPDATE app.auditors SET ended_at = NULL WHERE company_id = $1", [at.company]);

  // A person's test, while it counts.
  const cited = await at.file("Cited", { controls: "XC-13" });
  const tests = at.path("/controls/XC-13/tests");
  const population = { kind: "numbered", size: 9 };
  const { seed, numbers } = (
    await owner.post(`${tests}/sample`, { checkId: "confidentiality.matter-access", population, size: 1 })
  ).body;
  const signed = await owner.post(tests, {
    checkId: "confidentiality.matter-access",
    populationSource: "Open matters",
    population,
    seed,
    size: 1,
    passed: numbers,
    exceptions: [],
    conclusion: "passes",
    note: "",
    exhibits: [cited.exhibit],
  });
  expect([signed.status, signed.body]).toEqual([200, expect.anything()]);
  await at.withdraw(cited);
  expect(await held(cited)).toBe("held-by-test");
  expect((await owner.post(`${tests}/${signed.body.id}/withdrawal`, { reason: "The wrong exhibit" })).status).toBe(200);
  expect(await held(cited)).toBe("erased");
  await work();
});

/** A store that dies at one of its steps, before it or right after it. */
function dying(store: BlobStore, at: { step: "replace" | "remove"; after: boolean }): BlobStore {
  const step = async (name: "replace" | "remove", run: () => Promise<void>) => {
    if (name === at.step && !at.after) throw new Error("killed");
    await run();
    if (name === at.step) throw new Error("killed");
  };
  return {
    ...store,
    replace: (key, bytes) => step("replace", () => store.replace(key, bytes)),
    remove: (key) => step("remove", () => store.remove(key)),
  };
}

test.each([
  { step: "replace", after: false },
  { step: "replace", after: true },
  { step: "remove", after: false },
  { step: "remove", after: true },
] as const)(
  "a worker that dies at $step (after it: $after) leaves the rest to the next, which finishes it",
  async (where) => {
    const item = await withdrawn(`Killed at ${where.step} ${where.after}`);
    expect((await erase(item)).status).toBe(200);
    const { worker } = at.running.database.databases;
    const blobs = () => dying(folderBlobStore(path.join(at.running.folder, "us")), where);
    const job = { companyId: at.company, key: item.id } as Parameters<ReturnType<typeof erasureJobs>>[0];
    const dead = erasureJobs({ worker, blobs, now: () => new Date() })(job, new AbortController().signal);
    await expect(dead).rejects.toThrow("killed");
    expect(await isStored(item)).toBe(!(where.step === "remove" && where.after));
    // Nothing says that it is done, and nothing opens it.
    expect((await at.details(item)).erasure.removedAt).toBeNull();
    expect((await owner.get(at.path(`/evidence/${item.id}/file`))).body.code).toBe("item-erased");
    // Its job is made again of what waits, too, as after a restore.
    await admin("DELETE FROM app.jobs WHERE kind = 'erasures'");
    await admin("SELECT app.enqueue_waiting()");
    await work();
    expect(await isStored(item)).toBe(false);
    expect((await at.details(item)).erasure.removedAt).not.toBeNull();
  },
);

test("a bundle lists an erased item by number, hash and who erased it, and verifies", async () => {
  const item = await withdrawn("Celadon", { fileName: "celadon.txt" });
  // Its checks are not decided, and rest on nothing that a bundle could hold.
  await owner.upload(at.path("/imports?fileName=prowler.ocsf.json"), prowlerReport(new Date()));
  await work();
  await at.withdraw((await owner.get(at.path("/evidence"))).body.items[0]);
  const renamed = await at.file("Kept");
  await at.rename(renamed, "Kept on");
  expect((await erase(item)).status).toBe(200);
  const made = await owner.post(at.path("/exports"), {});
  const { response } = await owner.get(at.path(`/exports/${made.body.id}/bundle`));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString("latin1")).not.toMatch(/celadon/i);
  const { files } = await openZip(async (into, from) => bytes.copy(into, 0, from), bytes.length);
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.find((file) => file.path === "withdrawn.json")!.read()) chunks.push(chunk);
  const listed = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>[];
  expect(listed.find(({ exhibit }) => exhibit === item.exhibit)).toMatchObject({
    sha256: item.sha256,
    reason: "It is the wrong file",
    erased: { by: "owner Example", reason: "It names a client", erasureIndex: expect.any(Number) },
  });
  const zip = path.join(at.running.folder, "erased.zip");
  writeFileSync(zip, bytes);
  const { key } = (await owner.get(at.path("/ledger"))).body;
  const lines: string[] = [];
  const code = await verifyCommand([zip, "--key", key], { out: (line) => void lines.push(line) });
  expect(code, lines.join("\n")).toBe(0);
  await work();
});
