import { copyFile, mkdir, rm, writeFile, utimes } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { instanceOf } from "#tests/support/backup-pair.ts";
import { damageFiles, recordedDamages, storedFiles } from "#tests/support/damaged-files.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import { openBlobStore, parseStorageAddress } from "../blobs/storage-address.ts";
import { scrub } from "./scrub.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import type { SweepDeps } from "./sweep-orphans.ts";

const DAY = 86_400_000;
let at: MendedCompany;
let now = new Date();
const instance = (): SweepDeps => ({ ...instanceOf(at.running.database, at.running.folder), now: () => now });
const admin = async (text: string) => (await at.running.database.admin.query(text)).rows;

beforeAll(async () => {
  at = await mendedCompany();
  for (let index = 0; index < 60; index += 1) await at.file(`Item ${10_000 + index}`);
});
afterAll(() => at.running.close());

test("O3: 40 damages of stored files are all found, none falsely, told once, and cleared when the files are whole again", async () => {
  const files = await storedFiles(at);
  const kept = path.join(at.running.folder, "kept");
  await mkdir(kept);
  for (const { id, file } of files) await copyFile(file, path.join(kept, id));
  expect(await scrub(instance())).toMatchObject({ checked: 60, found: 0, finished: true });
  expect(await scrub(instance()), "the next round is two weeks away").toMatchObject({ checked: 0 });

  const expected = await damageFiles(files.slice(0, 40), files.at(-1)!);
  now = new Date(now.getTime() + 14 * DAY);
  expect(await scrub(instance())).toMatchObject({ checked: 60, found: 40, finished: true });
  expect(await recordedDamages(at)).toEqual(expected);
  await at.running.app.runTasks();
  at.running.setNow(new Date(Date.now() + 310_000));
  await at.running.app.runTasks();
  at.running.setNow(undefined);
  const told = at.running.mails.filter(({ text }) => text.includes("is missing from storage"));
  expect(told.map(({ to }) => to).toSorted()).toEqual([at.people.admin.email, at.people.owner.email].toSorted());
  expect(await at.sentences()).toContainEqual(
    expect.stringMatching(/checked the stored file of EX-\d+: it is shorter/),
  );

  expect(await scrub(instance()), "known damages are looked at again, and told once").toMatchObject({
    checked: 40,
    found: 0,
    mended: 0,
  });
  for (const { id, file } of files) await copyFile(path.join(kept, id), file);
  expect(await scrub(instance())).toMatchObject({ checked: 40, mended: 40 });
  expect(await recordedDamages(at)).toEqual(new Map());
  expect((await at.sentences())[0]).toMatch(/it is whole again$/);
});

test("O3: a round that was broken off goes on where it was, and reads no more at a time than it may", async () => {
  now = new Date(now.getTime() + 14 * DAY);
  const [{ number }] = await admin("SELECT number FROM app.evidence ORDER BY company_id, number OFFSET 49 LIMIT 1");
  await admin(`UPDATE app.scrub SET began_at = '${now.toISOString()}', finished_at = NULL, checked = 50, items = 60, bytes = 1,
    last_company = '${at.company}', last_number = ${number}`);
  expect(await scrub(instance())).toMatchObject({ checked: 10, finished: true });
});

test("O3: of two processes one checks", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const deps = instance();
  const slow = { ...deps.blobs.us, open: async (key: string) => (await held, deps.blobs.us.open(key)) };
  const first = scrub({ ...deps, blobs: { ...deps.blobs, us: slow } }, { everything: true });
  await expect
    .poll(async () => (await admin("SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 28")).length)
    .toBe(1);
  expect(await scrub(deps, { everything: true })).toBeUndefined();
  release();
  expect(await first).toMatchObject({ finished: true });
});

test("O3: a file that may not be read and a key that does not open are damages, and the next are read all the same", async () => {
  const [first, second] = await storedFiles(at);
  const deps = instance();
  const open = async (key: string) => {
    if (!first!.file.endsWith(key)) return await deps.blobs.us.open(key);
    throw new StorageUnavailable("the disk answers EACCES", { cause: Object.assign(new Error(), { code: "EACCES" }) });
  };
  const seal = `FROM app.evidence_seals WHERE evidence_id = '${second!.id}'`;
  const [{ wrapped }] = await admin(`SELECT encode(wrapped_key, 'hex') AS wrapped ${seal}`);
  const setKey = (hex: string) =>
    at.running.database.admin.query(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE app.evidence_seals SET wrapped_key = decode('${hex}', 'hex') WHERE evidence_id = '${second!.id}'; COMMIT`);
  await setKey("00".repeat(wrapped.length / 2));
  const done = await scrub({ ...deps, blobs: { ...deps.blobs, us: { ...deps.blobs.us, open } } }, { everything: true });
  expect(done).toMatchObject({ found: 2, finished: true });
  expect(await recordedDamages(at)).toEqual(
    new Map([
      [first!.id, "unreadable"],
      [second!.id, "altered"],
    ]),
  );
  await setKey(wrapped);
  expect(await scrub(deps, { everything: true })).toMatchObject({ mended: 2 });
});

test("O3: a store that does not answer is no damage", async () => {
  const failing = new Error("connect ECONNREFUSED");
  const deps = instance();
  const us = { ...deps.blobs.us, open: () => Promise.reject(failing) };
  await expect(scrub({ ...deps, blobs: { ...deps.blobs, us } }, { everything: true })).rejects.toThrow(failing);
  expect(await recordedDamages(at)).toEqual(new Map());
});

test("O3: what is damaged is shown to who sees the item, and to nobody else", async () => {
  const [file] = await storedFiles(at);
  await rm(file!.file);
  expect(await scrub(instance(), { everything: true })).toMatchObject({ found: 1 });
  const shown = (await at.people.viewer.get(at.path(`/evidence/${file!.id}`))).body;
  expect(shown.damage).toMatchObject({ kind: "missing" });
  const { status } = await at.people.stranger.get(at.path(`/evidence/${file!.id}`));
  expect(status).toBe(404);
});

test("O12: files that were never filed are removed after a day, and none that is being filed or is on file", async () => {
  const stored = (await storedFiles(at)).length;
  const folder = path.join(at.running.folder, "us", "v1", at.company.slice(0, 2), at.company, "2026", "01", "01");
  await mkdir(folder, { recursive: true });
  const names = ["old", "new"].map((name) => path.join(folder, `${name}.sealed`));
  for (const name of names) await writeFile(name, "orphan");
  const [old] = names as [string];
  const before = new Date(Date.now() - 2 * DAY);
  await utimes(old, before, before);
  for (const { file } of await storedFiles(at)) if (!names.includes(file)) await utimes(file, before, before);
  now = new Date();
  await admin("UPDATE app.scrub SET swept_at = NULL, kept_until = now() + interval '1 hour'");
  expect(await sweepOrphans(instance()), "not in the week after a restore, or the first look").toBe(0);
  await admin("UPDATE app.scrub SET kept_until = NULL, lineage = split_part(lineage, '/', 1) || '/0'");
  expect(await sweepOrphans(instance()), "nor in the week after PostgreSQL recovered to a moment").toBe(0);
  expect(await sweepOrphans(instance())).toBe(0);
  now = new Date(now.getTime() + 8 * DAY);
  await utimes(names[1]!, now, now);
  expect(await sweepOrphans(instance())).toBe(1);
  expect(await sweepOrphans(instance()), "once a day").toBe(0);
  expect(await storedFiles(at)).toHaveLength(stored + 1);
  await rm(names[1]!);
});

test("O12: no file goes where the database was put back from an older snapshot, or holds less than was signed", async () => {
  now = new Date(now.getTime() + DAY);
  const said: string[] = [];
  const sweep = () => sweepOrphans(instance(), (sentence) => said.push(sentence));
  const later = (days: number) => (now = new Date(now.getTime() + days * DAY));
  expect(await sweep(), "in order").toBe(0);
  const [{ mark: snapshot }] = await admin("SELECT mark FROM app.scrub");
  const folder = path.join(at.running.folder, "us", "v1", at.company.slice(0, 2), at.company, "2026", "01", "02");
  await mkdir(folder, { recursive: true });
  const filed = path.join(folder, "filed-after-the-snapshot.sealed");
  await writeFile(filed, "evidence");
  await utimes(filed, new Date(), new Date());
  later(2);
  await admin("UPDATE app.scrub SET swept_at = now() + interval '400 days'");
  await admin("UPDATE app.scrub SET kept_until = now() + interval '400 days'");
  expect(await sweep(), "whose clock was a year ahead rests for a week").toBe(0);
  await admin(`UPDATE app.scrub SET mark = '${snapshot}', swept_at = NULL, kept_until = NULL`);
  said.length = 0;
  expect(await sweep()).toBe(0);
  expect(said).toEqual([expect.stringContaining("put back from an older copy")]);
  later(2);
  expect(await sweep(), "nor in the week after").toBe(0);

  // A look that was killed between the two is no other history.
  later(8);
  const [{ mark }] = await admin("SELECT mark FROM app.scrub");
  await admin(`UPDATE app.scrub SET mark = gen_random_uuid(), next_mark = '${mark}'`);
  const setSize = (size: string) =>
    at.running.database.admin.query(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE app.ledger_heads SET size = ${size} WHERE company_id = '${at.company}'; COMMIT`);
  const [{ size }] = await admin(`SELECT size FROM app.ledger_heads WHERE company_id = '${at.company}'`);
  expect(await instance().anchors.ledgers(), "something was signed").not.toEqual([]);
  await setSize("1");
  expect(await sweep()).toBe(0);
  expect(said.at(-1)).toMatch(/^More was signed of 1 ledgers? than the database holds/);
  await setSize(size);
  later(2);
  expect(await sweep()).toBe(1);
});

test("O12: the same in a bucket of S3", async () => {
  const service = await startS3Service();
  const store = await openBlobStore(parseStorageAddress(service.url)!);
  const s3 = await mendedCompany({ blobs: { us: store, eu: store } });
  try {
    const item = await s3.file("Kept");
    const key = `v1/${s3.company.slice(0, 2)}/${s3.company}/2026/01/01/orphan.sealed`;
    await store.put(
      key,
      (async function* () {
        yield Buffer.from("orphan");
      })(),
    );
    const deps = { ...instanceOf(s3.running.database, s3.running.folder), blobs: { us: store, eu: store } };
    const said: string[] = [];
    expect(await sweepOrphans(deps, (sentence) => said.push(sentence)), "nobody has looked yet").toBe(0);
    expect(said, "a new installation has nothing to report").toEqual([]);
    expect(await sweepOrphans({ ...deps, now: () => new Date(Date.now() + 8 * DAY) })).toBe(1);
    const left: string[] = [];
    for await (const { key: name } of store.walk("v1")) left.push(name);
    expect(left).toEqual([expect.stringContaining(item.id)]);
    expect(await scrub(deps, { everything: true })).toMatchObject({ checked: 1, found: 0 });
  } finally {
    await s3.running.close();
    await service.close();
  }
});
