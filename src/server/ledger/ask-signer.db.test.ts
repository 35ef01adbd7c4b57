import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { openLedgerLab, rootOf } from "#tests/support/ledger-lab.ts";
import type { LedgerLab } from "#tests/support/ledger-lab.ts";
import { runApp } from "#tests/support/running-app.ts";
import { verifyCommand } from "../bundle/verify-command.ts";
import { openPool, urlOfRole } from "../db/connections.ts";
import { beat } from "../health/processes.ts";
import { answerRequests } from "./answer-requests.ts";
import { askSigner } from "./ask-signer.ts";
import { folderAnchors } from "./folder-anchors.ts";
import type { LedgerSigner } from "./ledger-signer.ts";
import { openSigner } from "./signer.ts";
import { installationWrap } from "./signing-wrap.ts";

const log = pino({ level: "silent" });
let lab: LedgerLab;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  lab = await openLedgerLab();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => lab.close());

/** A signer that answers requests, as its process does. */
function answering(signer: LedgerSigner, database = lab.database) {
  const pool = openPool(urlOfRole(database.adminUrl, "app_signer", database.keys), 9, log);
  const work = answerRequests(pool, signer, log);
  ends.push(() => pool.end(), work.stop);
  return work;
}

const requests = async (company: string) =>
  (await lab.database.admin.query("SELECT * FROM app.signing_requests WHERE company_id = $1", [company])).rows;

/** Counts what it is asked for, and waits before it signs. */
function slow(signer: LedgerSigner, ms: number) {
  const asked: string[] = [];
  const signCheckpoints = async (company: string) => {
    asked.push(company);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await signer.signCheckpoints(company);
  };
  return { asked, signer: { ...signer, signCheckpoints } };
}

test("S12: what is asked by a row is signed, and what the signer refuses is refused", async () => {
  answering(lab.signer);
  const asking = askSigner(lab.database.databases, log);
  const company = await lab.found();
  await lab.append(company, 3);
  await asking.signCheckpoints(company);
  expect((await lab.checkpoints(company)).map(({ size }) => size)).toEqual([3]);
  const names = await asking.names();
  expect(names.origin(company, 2)).toBe(lab.signer.origin(company, 2));
  expect(names.vkey(names.origin(company))).toBe(lab.signer.vkey(lab.signer.origin(company)));
  await lab.loseAnchors(company);
  await lab.append(company, 1);
  await expect(asking.signCheckpoints(company)).rejects.toMatchObject({ failure: "anchor-lost", status: 503 });
  const other = await lab.found();
  const manifest = { companyId: other, exportId: other, sha256: Buffer.alloc(32), size: 1 };
  await expect(asking.signManifest(manifest)).rejects.toThrow("no entry of the ledger names this manifest");
});

test("requests for one company at the same time are one, and each signs what was committed before it was asked", async () => {
  const { asked, signer } = slow(lab.signer, 100);
  answering(signer);
  const asking = [askSigner(lab.database.databases, log), askSigner(lab.database.databases, log)];
  const company = await lab.found();
  for (let turn = 0; turn < 3; turn++) {
    await lab.append(company, 1);
    const { size } = await lab.headOf(company);
    await Promise.all(Array.from({ length: 20 }, (_, n) => asking[n % 2]!.signCheckpoints(company)));
    expect((await lab.checkpoints(company)).at(-1)!.size).toBeGreaterThanOrEqual(size);
  }
  expect(asked.length).toBeLessThanOrEqual(12);
  expect((await requests(company)).length).toBe(asked.length);
});

test("S12: who asks where no signer runs is told so in time, and a signer that comes answers", async () => {
  const company = await lab.found();
  await lab.append(company, 1);
  const began = performance.now();
  await expect(askSigner(lab.database.databases, log, 700).signCheckpoints(company)).rejects.toMatchObject({
    failure: "signer-unavailable",
    status: 503,
    message: expect.stringMatching(/does not answer/),
  });
  expect(performance.now() - began).toBeLessThan(5_000);
  const asking = askSigner(lab.database.databases, log, 4_000);
  const waiting = [1, 2, 3].map(() => asking.signCheckpoints(company));
  for (const item of waiting) await expect(item).rejects.toMatchObject({ failure: "signer-unavailable" });
  // Whoever comes while nobody answers is told sooner, so that they keep nobody from a connection.
  const again = performance.now();
  await expect(asking.signCheckpoints(company)).rejects.toMatchObject({ failure: "signer-unavailable" });
  expect(performance.now() - again).toBeLessThan(3_000);
  answering(lab.signer);
  await asking.signCheckpoints(company);
  expect((await lab.checkpoints(company)).length).toBe(1);
});

test("S12: two signers at once never contradict each other, and one that hangs is stood in for", async () => {
  const another = await lab.signerOn();
  const [first, second] = [slow(lab.signer, 20), slow(another, 20)];
  answering(first.signer);
  answering(second.signer);
  const asking = askSigner(lab.database.databases, log);
  const companies = [await lab.found(), await lab.found()];
  for (let turn = 0; turn < 30; turn++) {
    await Promise.all(
      companies.map(async (company) => {
        await lab.append(company, 1 + (turn % 3));
        await asking.signCheckpoints(company);
      }),
    );
  }
  expect(Math.min(first.asked.length, second.asked.length)).toBeGreaterThan(0);
  for (const company of companies) {
    const leaves = await lab.leavesOf(company);
    for (const { size, root } of await lab.checkpoints(company)) expect(rootOf(leaves, size)).toBe(root);
  }
  for (const end of ends.splice(0).reverse()) await end();

  let release = () => {};
  answering({ ...lab.signer, signCheckpoints: () => new Promise<void>((resolve) => (release = resolve)) });
  ends.push(async () => release());
  const company = await lab.found();
  await lab.append(company, 1);
  const waiting = asking.signCheckpoints(company);
  await expect.poll(async () => (await requests(company))[0]?.begun_at).toBeTruthy();
  answering(lab.signer);
  await waiting;
  expect((await lab.checkpoints(company)).length).toBe(1);
});

test("requests are forgotten after an hour", async () => {
  const company = await lab.found();
  await lab.database.databases.workerPool.query("SELECT app.ask_for_checkpoint($1)", [company]);
  const { workerPool } = lab.database.databases;
  await workerPool.query("SELECT app.forget_signing_requests()");
  expect((await requests(company)).length).toBe(1);
  await lab.database.admin.query("UPDATE app.signing_requests SET asked_at = asked_at - interval '61 minutes'");
  await workerPool.query("SELECT app.forget_signing_requests()");
  expect(await requests(company)).toEqual([]);
});

test("S12: an application without the key hands out a bundle that verifies, says when no signer runs, and an export can be tried again", async () => {
  const running = await runApp({ asksSigner: true });
  ends.push(() => running.close());
  const { database, app, folder } = running;
  const ana = await running.person("Ana");
  const admin = await running.person("Omar");
  await database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [admin.id]);
  await AuthenticatorApp.addTo(admin, new Date());
  const attention = async () => (await admin.get("/health")).body.attention as string[];
  const noSigner = "No signer runs: no ledger is signed and no bundle can be made. A worker starts one.";
  expect(await attention()).toContain(noSigner);
  const self = { ...app.services.process, id: randomUUID(), role: "signer" };
  const heart = beat(database.signer, self, () => new Date(), log);
  ends.push(heart.stop);
  await expect.poll(attention).not.toContain(noSigner);
  const company = await ana.found("Asking LLP");
  const own = await openSigner({
    db: database.signer,
    wrap: installationWrap(database.keys),
    blobs: app.services.blobs,
    anchors: folderAnchors(path.join(folder, "anchors")),
    publicHost: new URL(running.url).host,
  });
  let fails = false;
  answering(
    {
      ...own,
      signManifest: async (manifest) => {
        if (fails) throw new Error("the disk is full");
        return await own.signManifest(manifest);
      },
    },
    database,
  );
  const query = new URLSearchParams({ name: "Policy", fileName: "a.txt", type: "Policy", controls: "XC-01" });
  expect((await ana.upload(`/companies/${company}/evidence?${query}`, "text")).status).toBe(201);
  const { body: made } = await ana.post(`/companies/${company}/exports`, {});
  const take = async () => {
    const { response } = await ana.get(`/companies/${company}/exports/${made.id}/bundle`);
    return Buffer.from(await response.arrayBuffer());
  };
  fails = true;
  await expect(take()).rejects.toThrow("terminated");
  fails = false;
  const file = path.join(folder, "bundle.zip");
  await writeFile(file, await take());
  const { key } = (await ana.get(`/companies/${company}/ledger`)).body;
  const lines: string[] = [];
  expect(await verifyCommand([file, "--key", key], { out: (line) => void lines.push(line) })).toBe(0);
  expect(lines.join("\n")).toContain("VERIFIED");
  const { rows } = await database.admin.query<{ details: string }>(
    "SELECT details FROM app.ledger_acts WHERE company_id = $1 AND event = 'export.sealed' ORDER BY seq",
    [company],
  );
  expect(rows.length).toBe(2);
  expect(JSON.parse(rows[1]!.details)).toMatchObject({ subject: made.id, size: expect.any(Number) });
});
