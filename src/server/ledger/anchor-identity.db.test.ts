import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { openLedgerLab } from "#tests/support/ledger-lab.ts";
import type { LedgerLab } from "#tests/support/ledger-lab.ts";
import { runApp } from "#tests/support/running-app.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import { parseStorageAddress } from "../blobs/storage-address.ts";
import { accept, showStops } from "../commands/ledger.ts";
import { tryLock } from "../db/advisory-locks.ts";
import { readInstallation } from "../health/read-installation.ts";
import { adoptAnchors, knownAnchors } from "./anchor-identity.ts";
import type { OnDatabase } from "./anchor-identity.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { folderAnchors } from "./folder-anchors.ts";
import { openAnchorStore } from "./open-anchor-store.ts";
import { ledgerNameOf } from "./origin.ts";

let lab: LedgerLab;
let place: string;
const asSigner: OnDatabase = (work) => work(lab.database.signer);
const asWorkers: OnDatabase = (work) => work(lab.database.databases.worker);
/** As another process has it that was just started: it has looked at nothing yet. */
const known = () => knownAnchors(folderAnchors(place), asSigner, { folder: place });
const out: string[] = [];
const say = (line: string) => void out.push(line);

beforeEach(async () => {
  lab = await openLedgerLab();
  place = path.join(lab.folder, "anchors");
  out.length = 0;
});
afterEach(() => lab.close());

/** A company whose ledger has grown. */
async function grown(): Promise<string> {
  const company = await lab.found();
  await lab.append(company, 3);
  return company;
}

test("O4: a place for anchors that is unmounted takes no first anchor, and each ledger goes on once it is back", async () => {
  const signer = await lab.signerOn({ anchors: known() });
  const [signed, fresh] = [await grown(), await grown()];
  expect(await lab.sign(signed, signer)).toBeUndefined();
  // What a mount point is while nothing is mounted.
  await rename(place, `${place}.away`);
  await mkdir(place);
  await lab.append(signed, 1);
  for (const company of [signed, fresh]) {
    expect(await lab.sign(company, signer)).toBe("anchor-lost");
    expect(await lab.stopOf(company)).toBe("anchor-lost");
  }
  expect(await readdir(place), "nothing was written beside it").toEqual([]);
  await expect(known().assertReady()).rejects.toThrow("it is empty, not mounted, or another one");
  await rm(place, { recursive: true });
  await rename(`${place}.away`, place);
  for (const company of [signed, fresh]) {
    expect(await lab.sign(company, signer)).toBeUndefined();
    expect(await lab.stopOf(company)).toBeUndefined();
  }
});

test("O4: Health says so within a minute, and no longer once it is back", async () => {
  const database = await freshDatabase();
  const { worker } = database.databases;
  const anchors = knownAnchors(folderAnchors(place), (work) => work(worker), { folder: place });
  const running = await runApp({ database, anchors });
  onTestFinished(() => running.close());
  const told = async () => (await readInstallation(running.app.services, worker)).attention;
  const keys = async () => (await told()).map(({ key }) => key).filter((key) => key === "anchors");
  expect(await keys()).toEqual([]);
  await rename(place, `${place}.away`);
  expect(await keys()).toEqual(["anchors"]);
  await rename(`${place}.away`, place);
  expect(await keys()).toEqual([]);
});

test("the command says what is the matter, accepts no loss until then, and takes a new place once that is said", async () => {
  const company = await grown();
  expect(await lab.sign(company, await lab.signerOn({ anchors: known() }))).toBeUndefined();
  await rm(place, { recursive: true });
  const instance = () => ({ ...lab.deps, anchors: known() });
  await showStops(instance(), say);
  expect(out[0]).toMatch(/^The place for anchors is empty, not mounted, or another one\. Mount it/);
  const loss = { companyId: company, reason: "The disk failed", person: "Olga" };
  expect(await accept(instance(), loss, say)).toBe(1);
  expect(out.at(-1)).toMatch(/^Not accepted\. The place for anchors is empty/);
  await adoptAnchors(folderAnchors(place), asWorkers);
  expect(await accept(instance(), loss, say)).toBe(0);
  expect(await lab.sign(company, await lab.signerOn({ anchors: known() }))).toBeUndefined();
});

test("another place, a damaged marker and a copy of the place are told apart", async () => {
  await known().assertReady();
  const marker = path.join(place, "exhibit-store.json");
  const own = await readFile(marker);
  for (const other of ['{"store":"0f0e0d0c-0000-4000-8000-000000000001"}', "{", '{"store":7}']) {
    await writeFile(marker, other);
    await expect(known().ledgers()).rejects.toMatchObject({ failure: "anchor-lost" });
  }
  place = `${place}-copied`;
  await mkdir(place);
  await writeFile(path.join(place, "exhibit-store.json"), own);
  expect(await known().ledgers()).toEqual([]);
});

test("of many processes that look at a new place first, one gives it its marker, and all believe it", async () => {
  await Promise.all(Array.from({ length: 8 }, () => known().assertReady()));
  const { rows } = await lab.database.admin.query("SELECT geography, store_id FROM app.store_identities");
  expect(rows).toEqual([{ geography: "anchors", store_id: await folderAnchors(place).marker() }]);
});

test("an installation of before goes on, and an empty place beside what it signed is not given a marker", async () => {
  const company = await grown();
  expect(await lab.sign(company, await lab.signerOn({ anchors: folderAnchors(place) }))).toBeUndefined();
  await rename(place, `${place}.away`);
  await known().assertReady();
  expect(await folderAnchors(place).marker()).toBeUndefined();
  await rename(`${place}.away`, place);
  await lab.append(company, 1);
  expect(await lab.sign(company, await lab.signerOn({ anchors: known() }))).toBeUndefined();
  expect(await folderAnchors(place).marker()).toBeDefined();
});

test("O4: a bucket that lost its objects takes no anchor", async () => {
  const service = await startS3Service({ refusesOverwrite: true });
  const another = await startS3Service({ refusesOverwrite: true });
  try {
    const at = async (url: string): Promise<AnchorStore> =>
      knownAnchors(await openAnchorStore(parseStorageAddress(url)!), asSigner);
    const ledger = ledgerNameOf("one");
    expect(await (await at(service.url)).create(ledger, 1, Buffer.from("x"))).toBe(true);
    expect(await (await at(service.url)).ledgers()).toEqual([ledger]);
    await expect((await at(another.url)).create(ledger, 2, Buffer.from("x"))).rejects.toMatchObject({
      failure: "anchor-lost",
    });
  } finally {
    await Promise.all([service.close(), another.close()]);
  }
});

test("O4: a place gets its marker also while upkeep looks for files that nobody filed, which asks it in a connection of its own", async () => {
  const upkeep = await lab.database.admin.connect();
  try {
    expect((await upkeep.query(tryLock("sweep"))).rows).toEqual([{ mine: true }]);
    await mkdir(place, { recursive: true });
    expect(await known().ledgers()).toEqual([]);
    expect(await folderAnchors(place).marker()).toBeDefined();
  } finally {
    upkeep.release(true);
  }
});
