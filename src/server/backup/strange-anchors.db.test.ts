import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import { runApp } from "#tests/support/running-app.ts";
import { asWorker } from "../db/as-worker.ts";
import { adoptAnchors, knownAnchors } from "../ledger/anchor-identity.ts";
import { folderAnchors } from "../ledger/folder-anchors.ts";
import { writeBackup } from "./backup.ts";
import { restoreAndAdopt } from "./recover.ts";

const REFUSED = /^The place for anchors is empty, not mounted, or another one, .+ say --recover-anchors\.$/;

let folder: string;
let pair: BackupPair;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-strange-"));
  pair = await backupPair(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A company of which something was signed, in a backup, and something more since. */
async function signedSince() {
  const at: MendedCompany = await mendedCompany();
  onTestFinished(() => at.running.close());
  await at.file("First");
  await at.running.app.services.ownSigner!.signCheckpoints();
  const file = path.join(folder, "backup.age");
  await writeBackup(instanceOf(at.running.database, at.running.folder), pair.key, file);
  await at.file("Since");
  await at.running.app.services.ownSigner!.signCheckpoints();
  return { at, file };
}

/** A new machine with a database of its own, and these anchors. */
async function machineWith(anchors?: string) {
  const machine = await mkdtemp(path.join(folder, "machine-"));
  const place = path.join(machine, "anchors");
  await mkdir(place);
  if (anchors !== undefined) await cp(anchors, place, { recursive: true });
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const instance = instanceOf(database, machine);
  const companies = async () => (await database.admin.query("SELECT FROM app.companies")).rowCount;
  const known = () => knownAnchors(folderAnchors(place), (work) => asWorker(instance, work), { folder: place });
  return { instance, companies, known };
}

test("O4: a restore beside an empty or another's place for anchors is refused, until somebody says that it is a new one", async () => {
  const { at, file } = await signedSince();
  const options = { identity: pair.identity, older: true };
  const other = await runApp();
  onTestFinished(() => other.close());
  const stranger = await other.person("Sam");
  await stranger.get(`/companies/${await stranger.found("Elsewhere Inc")}/ledger`);
  const [empty, foreign, own] = [
    await machineWith(),
    await machineWith(path.join(other.folder, "anchors")),
    await machineWith(path.join(at.running.folder, "anchors")),
  ];
  expect((await foreign.instance.anchors.ledgers()).length).toBeGreaterThan(0);
  await expect(restoreAndAdopt(empty.instance, file, options)).rejects.toThrow(REFUSED);
  // To go behind what was signed is another word.
  for (const { instance } of [empty, foreign])
    await expect(restoreAndAdopt(instance, file, { ...options, behindSigned: true })).rejects.toThrow(REFUSED);
  // A server that started there first has marked the empty place, and nobody said anything by that.
  await empty.known().assertReady();
  await expect(restoreAndAdopt(empty.instance, file, options)).rejects.toThrow(REFUSED);
  expect([await empty.companies(), await foreign.companies()], "nothing was changed").toEqual([0, 0]);
  const said = { ...options, recoverAnchors: true };
  // The word is about the place alone: what is found there still says that the backup is behind it.
  await expect(restoreAndAdopt(own.instance, file, said)).rejects.toThrow(/would fork the ledger/);
  await restoreAndAdopt(empty.instance, file, said);
  expect(await empty.companies()).toBe(2);
  await empty.known().assertReady();
});

test("O4: a restore over a database beside a place for anchors that it does not know is refused, and goes on once it is back", async () => {
  const { at } = await signedSince();
  const instance = instanceOf(at.running.database, at.running.folder);
  const whole = path.join(folder, "whole.age");
  await adoptAnchors(instance.anchors, (work) => asWorker(instance, work));
  await writeBackup(instance, pair.key, whole);
  const copied = path.join(folder, "copied");
  await cp(path.join(at.running.folder, "anchors"), copied, { recursive: true });
  // The anchors are there, and the place says that it is another one.
  const elsewhere = folderAnchors(copied);
  await elsewhere.mark("0f0e0d0c-0000-4000-8000-000000000001");
  const options = { identity: pair.identity };
  await expect(restoreAndAdopt({ ...instance, anchors: elsewhere }, whole, options)).rejects.toThrow(REFUSED);
  await restoreAndAdopt(instance, whole, options);
  await restoreAndAdopt({ ...instance, anchors: elsewhere }, whole, { ...options, recoverAnchors: true });
  await expect(restoreAndAdopt(instance, whole, options), "the other place is the one now").rejects.toThrow(REFUSED);
});

test("O4: a backup that knows of no signature is restored beside an empty place", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const never = path.join(folder, "never.age");
  await writeBackup(instanceOf(database, path.join(folder, "never")), pair.key, never);
  const { instance, known } = await machineWith();
  await restoreAndAdopt(instance, never, { identity: pair.identity });
  await known().assertReady();
});
