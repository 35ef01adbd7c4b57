import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leafHash, treeRoot } from "#domain/ledger/merkle.ts";
import { openNote, parseVkey } from "#domain/ledger/signed-note.ts";
import { parseCheckpoint } from "#domain/ledger/checkpoint.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { machineClock } from "#server/clock.ts";
import { rotate } from "#server/commands/rotate-keys.ts";
import type { Person } from "#tests/support/person.ts";
import { ServerProcess } from "#tests/support/server-process.ts";
import { startTwoProcesses } from "#tests/support/two-processes.ts";
import type { TwoProcesses } from "#tests/support/two-processes.ts";

const { sha256, verifyEd25519 } = nodeCryptography;
let two: TwoProcesses;
let folder: string;
let ana: Person;
let company: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-signers-"));
  two = await startTwoProcesses({ GOOGLE_CLIENT_SECRET: "a vendor's secret", SMTP_URL: "" });
  ({ person: ana, company } = await two.founder("Ana"));
});
afterAll(async () => {
  await two?.close();
  await rm(folder, { recursive: true, force: true });
});

function childOf(pid: number, program: string): number {
  const found = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)])
    .toString()
    .split("\n")
    .find((line) => line.includes(`processes/${program}.ts`));
  return Number(found?.trim().split(" ")[0] ?? 0);
}

let filed = 0;
async function file(person = ana): Promise<void> {
  const query = new URLSearchParams({
    name: `Item ${(filed += 1)}`,
    fileName: "a.txt",
    type: "Policy",
    controls: "XC-01",
  });
  expect((await person.upload(`/companies/${company}/evidence?${query}`, `text ${filed}`)).status).toBe(201);
}

/** Every checkpoint there is, verified and compared with the entries. */
async function contradictions(): Promise<{ signed: number; wrong: number[] }> {
  const { key } = (await ana.get(`/companies/${company}/ledger`)).body;
  const client = new pg.Client(two.adminUrl);
  await client.connect();
  try {
    const entries = await client.query<{ entry: string }>(
      "SELECT entry FROM app.ledger_entries WHERE company_id = $1 ORDER BY seq",
      [company],
    );
    const leaves = entries.rows.map(({ entry }) => leafHash(sha256, Buffer.from(entry)));
    const notes = await client.query<{ note: string }>(
      "SELECT note FROM app.ledger_checkpoints WHERE company_id = $1",
      [company],
    );
    const wrong = notes.rows.flatMap(({ note }) => {
      const { size, root } = parseCheckpoint(openNote(note, parseVkey(sha256, key)!, verifyEd25519)!)!;
      return Buffer.from(treeRoot(sha256, leaves.slice(0, Number(size)))).equals(root) ? [] : [Number(size)];
    });
    return { signed: notes.rows.length, wrong };
  } finally {
    await client.end();
  }
}

test("S12: the signer's environment names neither the database, SECRET_KEY nor a vendor's secret", () => {
  const environment = readFileSync(`/proc/${childOf(two.all.pid, "sign")}/environ`, "utf8");
  expect(environment).toContain("DATA_DIR=");
  for (const secret of ["DATABASE_URL", "SECRET_KEY", "CLIENT_SECRET", "vendor's secret", two.adminUrl])
    expect(environment).not.toContain(secret);
  // What serves pages alone signs nothing.
  expect(childOf(two.web.pid, "sign")).toBe(0);
});

test("S12: a signer that is killed in the middle is started again, and whoever waits is answered", async () => {
  const serving = childOf(two.all.pid, "serve");
  for (let turn = 0; turn < 4; turn += 1) {
    await file();
    const answer = ana.get(`/companies/${company}/ledger`);
    await setTimeout(turn * 3);
    process.kill(childOf(two.all.pid, "sign"), "SIGKILL");
    const { status, body } = await answer;
    expect([status, body.size >= filed], JSON.stringify(body)).toEqual([200, true]);
    await expect.poll(() => childOf(two.all.pid, "sign"), { timeout: 30_000 }).toBeGreaterThan(0);
  }
  expect(childOf(two.all.pid, "serve")).toBe(serving);
  expect(two.all.output).toContain("the signer ended and is started again");
});

test("S12: a process that only signs stands beside the one of a worker, both follow a rotation, and they never contradict each other", async () => {
  const data = two.all.dataDir;
  const signer = await ServerProcess.on(path.join(folder, "signer"), {
    ROLE: "signer",
    DATABASE_URL: two.adminUrl,
    SECRET_KEY: Buffer.from(two.secrets().current).toString("base64"),
    APP_URL: two.all.url,
    STORAGE_US_URL: `file://${data}/blobs/us`,
    STORAGE_EU_URL: `file://${data}/blobs/eu`,
    ANCHORS_URL: `file://${data}/anchors`,
  });
  await signer.start();
  try {
    expect(childOf(signer.pid, "serve")).toBe(0);
    for (let turn = 0; turn < 12; turn += 1) {
      await file();
      const answers = await Promise.all([1, 2, 3].map(() => ana.get(`/companies/${company}/ledger`)));
      for (const { status } of answers) expect(status).toBe(200);
    }
    expect(await rotate(two.adminUrl, two.secrets(), machineClock, () => {})).toBe(0);
    // The worker's own is gone for good: the other one answers.
    const worker = childOf(two.all.pid, "sign");
    process.kill(worker, "SIGSTOP");
    await file();
    expect((await ana.get(`/companies/${company}/ledger`)).status).toBe(200);
    process.kill(worker, "SIGKILL");
    const { signed, wrong } = await contradictions();
    expect(signed).toBeGreaterThan(8);
    expect(wrong).toEqual([]);
  } finally {
    expect(await signer.stop()).toBe(0);
  }
});
