import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
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

  async function exported(): Promise<string> {
    const created = await ana.post(`/companies/${company}/exports`, {});
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

  test("of an empty ledger of evidence verifies too", async () => {
    company = await ana.found("Empty Ltd");
    const { code, text } = await verified(await exported());
    expect(text).toContain("0 proved against the root");
    expect(code).toBe(0);
  });
});
