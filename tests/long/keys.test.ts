import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rotateUnderLoad } from "#tests/support/rotation-load.ts";
import { startTwoProcesses } from "#tests/support/two-processes.ts";
import type { TwoProcesses } from "#tests/support/two-processes.ts";

const TIMES = Number(process.env["ROTATIONS"] ?? 200);
const root = path.resolve(import.meta.dirname, "../..");
let two: TwoProcesses;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-rotations-"));
  two = await startTwoProcesses();
});
afterAll(async () => {
  await two?.close();
  await rm(folder, { recursive: true, force: true });
});

test(`S12: ${TIMES} rotations under load on two processes fail no request, and what was made before still opens`, async () => {
  const [ana, ben] = [await two.founder("Ana"), await two.founder("Ben")];
  const onWeb = { person: ben.person.at(two.web.url), company: ben.company };
  const query = new URLSearchParams({ name: "Before", fileName: "a.txt", type: "Policy", controls: "XC-01" });
  const filed = await ana.person.upload(`/companies/${ana.company}/evidence?${query}`, "filed before any rotation");
  expect(filed.status).toBeLessThan(300);
  const bundle = async () => {
    const made = await ana.person.post(`/companies/${ana.company}/exports`, { format: "bundle" });
    const answer = await ana.person.get(`/companies/${ana.company}/exports/${made.body.id}/bundle`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.response.arrayBuffer());
  };
  const [old, file] = [await bundle(), path.join(folder, "old.zip")];
  await writeFile(file, old);

  const { requests, failed, codes } = await rotateUnderLoad([ana, onWeb], {
    adminUrl: two.adminUrl,
    secrets: two.secrets(),
    times: TIMES,
  });
  console.info(`${TIMES} rotations, ${requests} requests, ${failed.length} failed`);
  expect(codes.filter((code) => code !== 0)).toEqual([]);
  expect(failed).toEqual([]);

  const { body: key } = await ana.person.get(`/companies/${ana.company}/ledger`);
  const verifier = path.join(root, "build", "verify.mjs");
  expect(existsSync(verifier)).toBe(true);
  expect(execFileSync(process.execPath, [verifier, file, "--key", key.key]).toString()).toContain("VERIFIED");
  const content = await ana.person.get(`/companies/${ana.company}/evidence/${filed.body.id}/file`);
  expect(await content.response.text()).toBe("filed before any rotation");
  // A process that starts anew opens everything by what is in the vault now.
  await two.web.stop();
  await two.web.start();
  expect((await onWeb.person.get(`/companies/${ben.company}/evidence`)).status).toBe(200);
});
