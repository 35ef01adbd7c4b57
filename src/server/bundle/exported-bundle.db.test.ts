import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { verifyCommand } from "./verify-command.ts";

describe("a bundle that the server issues", () => {
  let running: RunningApp;
  let ana: Person;
  let company: string;

  beforeAll(async () => {
    running = await runApp();
    ana = await running.person("Ana");
    company = await ana.found("Bundled Ltd");
  });
  afterAll(() => running.close());

  async function file(name: string, fileName: string, bytes: Buffer): Promise<void> {
    const about = { name, fileName, type: "Policy", controls: "XC-10,XC-01,XC-02" };
    const filed = await ana.upload(`/companies/${company}/evidence?${new URLSearchParams(about)}`, bytes);
    expect([fileName, filed.status, filed.body]).toEqual([fileName, 201, expect.anything()]);
  }

  async function asked(): Promise<string> {
    return (await ana.post(`/companies/${company}/exports`, {})).body.id;
  }

  async function exported(id?: string): Promise<string> {
    const created = { body: { id: id ?? (await asked()) } };
    const { response } = await ana.get(`/companies/${company}/exports/${created.body.id}/bundle`);
    const path = join(running.folder, `${created.body.id}.zip`);
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    return path;
  }

  async function verified(...argv: string[]): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const code = await verifyCommand(argv, { out: (line) => void lines.push(line) });
    return { code, text: lines.join("\n") };
  }

  interface SaidOfControl {
    readonly id: string;
    readonly status: string;
    readonly reason: string;
    readonly exhibits: readonly string[];
    readonly evidenceCount: number;
    readonly checks: readonly unknown[];
  }

  async function controlsIn(path: string): Promise<Map<string, SaidOfControl>> {
    const controls = JSON.parse(await textIn(path, "controls.json")) as SaidOfControl[];
    return new Map(controls.map((one) => [one.id, one]));
  }

  async function textIn(path: string, name: string): Promise<string> {
    const bytes = readFileSync(path);
    const { files } = await openZip(async (into, at) => bytes.copy(into, 0, at), bytes.length);
    const chunks: Buffer[] = [];
    for await (const chunk of files.find((one) => one.path === name)!.read()) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString();
  }

  test("verifies, whatever its items are called, and a damaged copy does not", async () => {
    const names = ["policy.pdf", "Zürich №1 “final”.docx", "../../etc/passwd", "no-extension", "dot.", "a\u202eb.txt"];
    for (const [i, name] of names.entries())
      await file(`Item ${i} <b>"x"</b> €`, name, Buffer.alloc(1 + i * 1000, `${i}`));
    const zip = await exported();
    const whole = await verified(zip);
    expect(whole.text).toContain("6 proved against the root, 6 with their file");
    expect(whole.text).toMatch(/^VERIFIED/m);
    expect(whole.code).toBe(0);
    const [, key] = /^Key +(\S+)/m.exec(whole.text)!;
    expect((await verified(zip, "--key", key!)).code).toBe(0);

    const bytes = readFileSync(zip);
    bytes[bytes.indexOf(Buffer.alloc(1000, "3"))]! ^= 1;
    writeFileSync(zip, bytes);
    const damaged = await verified(zip, "--key", key!);
    expect(damaged.text).toMatch(/1 problem\.\n {2}EX-000004 \(artifacts\/EX-000004-\S+\): The file was altered/);
    expect(damaged.code).toBe(1);
  });

  test("says what was known when it was asked for, whatever is filed or decided before it is fetched", async () => {
    company = await ana.found("Bounded Ltd");
    await file("Policy", "policy.pdf", Buffer.from("%PDF-1.7"));
    const id = await asked();
    await file("Later", "later.pdf", Buffer.from("%PDF-1.7 later"));
    const report = prowlerReport(new Date());
    await ana.upload(`/companies/${company}/imports?fileName=later.json`, report);
    await running.app.runTasks();
    const decision = { applicable: false, reason: "We have none." };
    expect((await ana.post(`/companies/${company}/controls/XC-03/applicability`, decision)).status).toBe(200);

    const zip = await exported(id);
    expect((await verified(zip)).text).toContain("1 proved against the root");
    const now = (await ana.get(`/companies/${company}/controls`)).body as { id: string; status: string }[];
    const said = await controlsIn(zip);
    const changed = now.filter(({ id: control, status }) => said.get(control)!.status !== status).map((one) => one.id);
    expect(changed, "what was decided since").toContain("XC-03");
    expect(now.filter((one) => one.status === "failing").length).toBeGreaterThan(0);
    expect([...said.values()].filter((one) => one.status === "failing")).toEqual([]);
    expect([...said].filter(([, one]) => one.status === "passing").map(([control]) => control)).toEqual([
      "XC-01",
      "XC-02",
      "XC-10",
    ]);
    for (const { exhibits, evidenceCount, checks } of said.values()) {
      expect(exhibits.filter((one) => one !== "EX-000001")).toEqual([]);
      expect([evidenceCount, checks]).toEqual([exhibits.length, []]);
    }
  });

  test("says of each control what the workspace says, also when some may no longer rely on an item", async () => {
    company = await ana.found("Lapsed Ltd");
    // XC-09 wants new evidence every month, XC-01 every year.
    const about = { name: "Policy", fileName: "policy.pdf", type: "Policy", controls: "XC-01,XC-09,XC-10" };
    await ana.upload(`/companies/${company}/evidence?${new URLSearchParams(about)}`, Buffer.from("%PDF-1.7"));
    running.setNow(new Date(Date.now() + 60 * 24 * 3_600_000));
    await ana.signIn();
    const id = await asked();
    const shown = (await ana.get(`/companies/${company}/controls`)).body as SaidOfControl[];
    const said = await controlsIn(await exported(id));
    running.setNow(undefined);
    expect(shown.find((one) => one.id === "XC-09")!.status).toBe("needs evidence");
    expect(shown.find((one) => one.id === "XC-01")!.status).toBe("passing");
    for (const { id: control, status, reason } of shown)
      expect([control, said.get(control)!.status, said.get(control)!.reason]).toEqual([control, status, reason]);
  });

  test("is shown to continue the bundle before it", async () => {
    company = await ana.found("Continued Ltd");
    const first = join(running.folder, "first.checkpoint");
    writeFileSync(first, await textIn(await exported(), "ledger/checkpoint"));
    await file("Policy", "policy.pdf", Buffer.from("%PDF-1.7"));
    const { code, text } = await verified(await exported(), "--since", first);
    expect(text).toMatch(/The ledger continues the earlier checkpoint: \d+ entries then, \d+ in this bundle/);
    expect(code).toBe(0);
  });

  test("of an empty ledger of evidence verifies too", async () => {
    company = await ana.found("Empty Ltd");
    const { code, text } = await verified(await exported());
    expect(text).toContain("0 proved against the root");
    expect(code).toBe(0);
  });
});
