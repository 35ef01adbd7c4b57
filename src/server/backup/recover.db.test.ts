import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import { runApp } from "#tests/support/running-app.ts";
import { acceptLoss } from "../ledger/accept-loss.ts";
import { folderAnchors } from "../ledger/folder-anchors.ts";
import { writeBackup } from "./backup.ts";
import { recoverDatabase, recoverStore } from "./recover.ts";
import { RestoreRefused } from "./restore-refused.ts";

let at: MendedCompany;
let folder: string;
let pair: BackupPair;
let file: string;
const givenUp = { reason: "The disk failed", person: "Olga" };
const ledger = async () => (await at.people.owner.get(at.path("/ledger"))).body;

/** A company with two files in a backup, and one that was filed and signed since. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-recover-"));
  at = await mendedCompany();
  pair = await backupPair(folder);
  file = path.join(folder, "backup.age");
  for (const name of ["First", "Second"]) await at.file(name);
  await at.running.app.services.ownSigner!.signCheckpoints();
  await writeBackup(instanceOf(at.running.database, at.running.folder), pair.key, file);
  await at.file("Since");
});
afterEach(async () => {
  await at.running.close();
  await rm(folder, { recursive: true, force: true });
});

/** A new machine with a database of its own, and what is left of the old one. */
async function machineWith(left: readonly ("us" | "eu" | "anchors")[]) {
  const machine = await mkdtemp(path.join(folder, "machine-"));
  for (const name of left)
    await cp(path.join(at.running.folder, name), path.join(machine, name), { recursive: true }).catch(() => {});
  return { machine, database: await freshDatabase() };
}

/** What the owner meets on a recovered machine. */
async function meet({ machine, database }: Awaited<ReturnType<typeof machineWith>>) {
  const running = await runApp({ database, folder: machine });
  const owner = at.people.owner.at(running.url);
  await owner.signIn();
  const filed = await owner.get(at.path("/evidence?limit=50"));
  const after = (await owner.get(at.path("/ledger"))).body;
  return { running, owner, names: filed.body.items.map(({ name }: { name: string }) => name).toSorted(), after };
}

test("O2: the database is lost: it comes back as of the backup beside its files, and its ledger begins again where more was signed", async () => {
  const signed = await ledger();
  const left = await machineWith(["us", "eu", "anchors"]);
  const instance = instanceOf(left.database, left.machine);
  const done = await recoverDatabase(instance, file, { identity: pair.identity }, givenUp);
  expect(done).toMatchObject({ blobs: 2, missing: [], damaged: 0, forgotten: 0 });
  expect(done.restarted).toMatchObject([
    { oldOrigin: signed.origin, origin: `${signed.origin}.2`, last: { size: signed.size, root: signed.root } },
  ]);
  expect(done.restarted[0]!.entriesLost).toBeGreaterThan(0);
  const { running, names, after } = await meet(left);
  expect(names).toEqual(["First", "Second"]);
  expect(after).toMatchObject({ origin: `${signed.origin}.2`, losses: [expect.stringContaining("The disk failed")] });
  await running.close();
});

test("O2: the database is lost and nothing was signed since: every ledger goes on", async () => {
  const whole = path.join(folder, "whole.age");
  const signed = await ledger();
  await writeBackup(instanceOf(at.running.database, at.running.folder), pair.key, whole);
  const left = await machineWith(["us", "eu", "anchors"]);
  const instance = instanceOf(left.database, left.machine);
  const done = await recoverDatabase(instance, whole, { identity: pair.identity }, givenUp);
  expect(done).toMatchObject({ blobs: 3, missing: [], damaged: 0, restarted: [] });
  const { running, after } = await meet(left);
  expect(after).toMatchObject({ origin: signed.origin, losses: [] });
  await running.close();
});

test("O2: both are lost, and the anchors too: nothing is signed under the old name, whatever it had signed", async () => {
  const signed = await ledger();
  const left = await machineWith([]);
  const instance = instanceOf(left.database, left.machine);
  const done = await recoverDatabase(instance, file, { identity: pair.identity }, givenUp);
  expect(done).toMatchObject({ blobs: 2, missing: [], damaged: 0 });
  expect(done.restarted.filter(({ oldOrigin }) => oldOrigin === signed.origin)).toMatchObject([
    { origin: `${signed.origin}.2`, entriesLost: undefined },
  ]);
  const { running, names, after } = await meet(left);
  expect(names).toEqual(["First", "Second"]);
  expect(after.origin).toBe(`${signed.origin}.2`);
  await running.close();
});

test("O2: a ledger of which no anchor is left begins again, though the backup knows of nothing that was signed of it", async () => {
  const old = (await ledger()).origin;
  const oldInstance = instanceOf(at.running.database, at.running.folder);
  await acceptLoss(
    { ...oldInstance, anchors: folderAnchors(path.join(folder, "none")) },
    { companyId: at.company, ...givenUp },
  );
  const young = await at.people.owner.found("Young Ltd");
  const before = path.join(folder, "before.age");
  await writeBackup(oldInstance, pair.key, before);
  // Both are signed for the first time after the backup: one under its first name, one under its second.
  const signed = [await ledger(), (await at.people.owner.get(`/companies/${young}/ledger`)).body];
  expect(signed.map(({ origin }) => origin)).toEqual([`${old}.2`, old.replace(at.company, young)]);
  const left = await machineWith([]);
  const instance = instanceOf(left.database, left.machine);
  const { restarted } = await recoverDatabase(instance, before, { identity: pair.identity }, givenUp);
  expect(restarted.map(({ origin }) => origin)).toEqual(
    expect.arrayContaining([`${old}.3`, `${old.replace(at.company, young)}.2`]),
  );
  expect(new Set(restarted.map(({ entriesLost }) => entriesLost))).toEqual(new Set([undefined]));
});

test("O2: a name that was given up since the backup is not signed again, though what was signed under it came back", async () => {
  const { origin } = await ledger();
  const whole = path.join(folder, "whole.age");
  const running = instanceOf(at.running.database, at.running.folder);
  await writeBackup(running, pair.key, whole);
  await acceptLoss(
    { ...running, anchors: folderAnchors(path.join(folder, "none")) },
    { companyId: at.company, ...givenUp },
  );
  expect((await ledger()).origin).toBe(`${origin}.2`);
  const left = await machineWith(["us", "eu", "anchors"]);
  const instance = instanceOf(left.database, left.machine);
  const done = await recoverDatabase(instance, whole, { identity: pair.identity }, givenUp);
  expect(done.restarted).toMatchObject([{ oldOrigin: origin, origin: `${origin}.3` }]);
});

test("O2: the files are lost: those of the backup come back, the others are on record as missing, and the ledger goes on", async () => {
  const signed = await ledger();
  await rm(path.join(at.running.folder, "us"), { recursive: true });
  const instance = instanceOf(at.running.database, at.running.folder);
  expect(await recoverStore(instance, file, { identity: pair.identity })).toMatchObject({
    putBack: 2,
    missing: [{ inBackup: undefined }],
    damaged: 1,
  });
  const { rows } = await at.running.database.admin.query(
    "SELECT e.name FROM app.damaged_files d JOIN app.evidence e ON e.id = d.evidence_id",
  );
  expect(rows).toEqual([{ name: "Since" }]);
  expect(await ledger()).toMatchObject({ origin: signed.origin, losses: [] });
  expect(await readdir(path.join(at.running.folder, "us"))).toContain("exhibit-store.json");
});

test("O2: a database that is there is not given up for an older backup", async () => {
  const instance = instanceOf(at.running.database, at.running.folder);
  await expect(recoverDatabase(instance, file, { identity: pair.identity }, givenUp)).rejects.toThrow(RestoreRefused);
});
