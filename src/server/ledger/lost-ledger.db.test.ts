import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { verifyCommand } from "../bundle/verify-command.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { accept, showStops } from "../commands/ledger.ts";
import { folderAnchors } from "./folder-anchors.ts";

let running: RunningApp;
let ana: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  company = await ana.found("Lost Ltd");
});
afterAll(() => running.close());

const file = async (name: string) => {
  const about = { name, fileName: "a.txt", type: "Policy", controls: "XC-01" };
  const { status } = await ana.upload(
    `/companies/${company}/evidence?${new URLSearchParams(about)}`,
    Buffer.from(name),
  );
  expect(status).toBe(201);
};

const ledger = () => ana.get(`/companies/${company}/ledger`);

async function exported(): Promise<string> {
  const { body } = await ana.post(`/companies/${company}/exports`, {});
  const { response } = await ana.get(`/companies/${company}/exports/${body.id}/bundle`);
  const path = join(running.folder, `${body.id}.zip`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

async function verified(...argv: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await verifyCommand(argv, { out: (line) => void lines.push(line) });
  return { code, text: lines.join("\n") };
}

async function textIn(path: string, name: string): Promise<string> {
  const bytes = readFileSync(path);
  const { files } = await openZip(async (into, at) => bytes.copy(into, 0, at), bytes.length);
  const chunks: Buffer[] = [];
  for await (const chunk of files.find((file) => file.path === name)!.read()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

test("S2: where the anchors are deleted nothing is signed, and what an operator accepts is in every bundle of the ledger that begins", async () => {
  await file("Before");
  const before = (await ledger()).body;
  const first = await exported();
  expect((await verified(first, "--key", before.key)).code).toBe(0);

  const anchors = join(running.folder, "anchors");
  rmSync(anchors, { recursive: true });
  await file("After");
  const [lost, refused] = [await ledger(), await ana.post(`/companies/${company}/exports`, {})];
  expect([lost.status, lost.body.code]).toEqual([503, "anchor-lost"]);
  expect([refused.status, refused.body.code]).toEqual([503, "anchor-lost"]);

  const said: string[] = [];
  const out = (line: string) => void said.push(line);
  await showStops({ adminUrl: running.database.adminUrl, anchors: folderAnchors(anchors) }, out);
  expect(said[0]).toContain(`${company}  Lost Ltd: anchor lost`);
  const instance = {
    adminUrl: running.database.adminUrl,
    anchors: folderAnchors(anchors),
    blobs: { us: folderBlobStore(join(running.folder, "us")), eu: folderBlobStore(join(running.folder, "eu")) },
  };
  const loss = { companyId: company, reason: "The disk failed", person: "Olga Operator" };
  expect(await accept(instance, loss, out)).toBe(0);
  expect(await accept(instance, loss, out), "once only").toBe(1);

  const after = (await ledger()).body;
  expect([after.origin, after.losses.length]).toEqual([`${before.origin}.2`, 1]);
  expect(said.join("\n")).toContain(`Give auditors the new key: ${after.key}`);
  const second = await exported();
  const good = await verified(second, "--key", after.key);
  expect(good.text).toMatch(/^VERIFIED$/m);
  expect(good.text).toContain(`Lost      ${after.losses[0]}`);
  expect(good.text).toContain(before.origin);
  expect([good.code, (await verified(first, "--key", before.key)).code]).toEqual([0, 0]);
  const withOld = await verified(second, "--key", before.key);
  expect([withOld.code, withOld.text]).toEqual([1, expect.stringMatching(/^REFUSED$/m)]);
  expect(withOld.text).toContain("one of them began after the other was lost");
  const since = await verified(second, "--key", after.key, "--since", before.checkpoint);
  expect([since.code, since.text]).toEqual([1, expect.stringMatching(/^NOT SHOWN to continue$/m)]);
  expect(since.text).toContain("a ledger that began when the other was lost");
  for (const name of ["report.html", "README.txt", "oscal/assessment-results.json"])
    expect((await textIn(second, name)).replaceAll(/\s+/g, " ")).toContain("Accepted by Olga Operator.");

  const settings = { isOn: true, title: "Security", introduction: "", contact: null, listed: false };
  const chosen = JSON.stringify({ ...settings, controls: [], frameworks: [] });
  const json = { "content-type": "application/json" };
  expect((await ana.send("PATCH", `/companies/${company}/portal`, chosen, json)).status).toBe(200);
  const { slug } = (await ana.get(`/companies/${company}`)).body;
  const visible = await (await fetch(`${running.url}/portal/${slug}`)).text();
  expect(visible).toContain("The ledger behind this evidence began again on ");
  expect(visible, "neither reason nor person").not.toMatch(/disk failed|Olga/);
  expect((await ana.get(`/portal/${slug}`)).body.losses).toHaveLength(1);

  rmSync(anchors, { recursive: true });
  await file("Later");
  expect((await ledger()).status).toBe(503);
  const kept = await ana.get(`/companies/${company}/ledger/losses`);
  expect([kept.status, kept.body]).toEqual([200, { losses: after.losses }]);
});
