import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { earnControl } from "#tests/support/earned.ts";
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

  async function asked(about: object = {}): Promise<string> {
    return (await ana.post(`/companies/${company}/exports`, about)).body.id;
  }

  const listed = async (id: string) =>
    ((await ana.get(`/companies/${company}/exports`)).body as Listed[]).find((item) => item.id === id)!;

  async function exported(id?: string): Promise<string> {
    const created = { body: { id: id ?? (await asked()) } };
    const { response } = await ana.get(`/companies/${company}/exports/${created.body.id}/bundle`);
    const path = join(running.folder, `${created.body.id}.zip`);
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    return path;
  }

  /** What the verifier says with the key that the company's settings show. */
  async function verified(zip: string, ...argv: string[]): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const { key } = (await ana.get(`/companies/${company}/ledger`)).body;
    const code = await verifyCommand([zip, "--key", key, ...argv], { out: (line) => void lines.push(line) });
    return { code, text: lines.join("\n") };
  }

  interface Listed {
    readonly id: string;
    readonly format: string;
    readonly from: string | null;
    readonly requestedBy: { readonly name: string } | null;
    readonly progress: { readonly state: string; readonly failure?: { readonly code: string } };
    readonly items: number | null;
    readonly bytes: number | null;
    readonly sha256: string | null;
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
    return new Map(controls.map((control) => [control.id, control]));
  }

  async function textIn(path: string, name: string): Promise<string> {
    return (await bytesIn(path, name)).toString();
  }

  async function bytesIn(path: string, name: string): Promise<Buffer> {
    const bytes = readFileSync(path);
    const { files } = await openZip(async (into, at) => bytes.copy(into, 0, at), bytes.length);
    const chunks: Buffer[] = [];
    for await (const chunk of files.find((file) => file.path === name)!.read()) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
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

    const bytes = readFileSync(zip);
    bytes[bytes.indexOf(Buffer.alloc(1000, "3"))]! ^= 1;
    writeFileSync(zip, bytes);
    const damaged = await verified(zip);
    expect(damaged.text).toMatch(/1 problem\.\n {2}EX-000004 \(artifacts\/EX-000004-\S+\): The file was altered/);
    expect(damaged.code).toBe(1);
  });

  test("says what people's tests had decided when it was asked for, and rests on what it holds", async () => {
    company = await ana.found("Tested Ltd");
    const check = "policies.approved-within-year";
    const { exhibit } = await earnControl(ana, company, "XC-01", { except: [check] });
    const sign = async (conclusion: "passes" | "fails") => {
      const tests = `/companies/${company}/controls/XC-01/tests`;
      const drawn = { checkId: check, population: { kind: "numbered", size: 1 }, size: 1 };
      const { seed } = (await ana.post(`${tests}/sample`, drawn)).body;
      const signed = await ana.post(tests, {
        ...drawn,
        populationSource: "The list of policies",
        seed,
        passed: conclusion === "passes" ? [1] : [],
        exceptions: conclusion === "fails" ? [{ number: 1, found: "Nobody approved it." }] : [],
        conclusion,
        exhibits: [exhibit],
      });
      return signed.status;
    };
    expect(await sign("fails")).toBe(200);
    const failing = await asked();
    expect(await sign("passes")).toBe(200);
    const passing = await asked();
    for (const [id, status] of [
      [failing, "failing"],
      [passing, "passing"],
    ] as const) {
      const zip = await exported(id);
      expect((await verified(zip)).text).toMatch(/^VERIFIED/m);
      expect((await controlsIn(zip)).get("XC-01")!.status).toBe(status);
    }
    const none = await exported(await asked({ to: "2020-01-01" }));
    expect((await verified(none)).text).toMatch(/^VERIFIED/m);
    expect((await controlsIn(none)).get("XC-01")!.status).toBe("needs evidence");
  });

  test("says what was known when it was asked for, whatever is filed or decided before it is fetched", async () => {
    company = await ana.found("Bounded Ltd");
    await earnControl(ana, company, "XC-01");
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
    const changed = now
      .filter(({ id: control, status }) => said.get(control)!.status !== status)
      .map((item) => item.id);
    expect(changed, "what was decided since").toContain("XC-03");
    expect(now.filter((item) => item.status === "failing").length).toBeGreaterThan(0);
    expect([...said.values()].filter((item) => item.status === "failing")).toEqual([]);
    expect([...said].filter(([, item]) => item.status === "passing").map(([control]) => control)).toEqual(["XC-01"]);
    for (const { id: control, exhibits, evidenceCount, checks } of said.values()) {
      expect(exhibits.filter((exhibit) => exhibit !== "EX-000001")).toEqual([]);
      expect([evidenceCount, checks.length]).toEqual([exhibits.length, control === "XC-01" ? 3 : 0]);
    }
  });

  test("says of each control what the workspace says, also when some may no longer rely on an item", async () => {
    company = await ana.found("Lapsed Ltd");
    // Of XC-16 a document counts for a month, of XC-01 everything for a year.
    for (const control of ["XC-01", "XC-16"]) await earnControl(ana, company, control);
    running.setNow(new Date(Date.now() + 60 * 24 * 3_600_000));
    await ana.signIn();
    const id = await asked();
    const shown = (await ana.get(`/companies/${company}/controls`)).body as SaidOfControl[];
    const said = await controlsIn(await exported(id));
    running.setNow(undefined);
    expect(shown.find((item) => item.id === "XC-16")!.status).toBe("needs evidence");
    expect(shown.find((item) => item.id === "XC-01")!.status).toBe("passing");
    for (const { id: control, status, reason } of shown)
      expect([control, said.get(control)!.status, said.get(control)!.reason]).toEqual([control, status, reason]);
  });

  test("S3: is shown to continue any checkpoint that was signed before it, from a bundle or not", async () => {
    company = await ana.found("Continued Ltd");
    const earlier = [await textIn(await exported(), "ledger/checkpoint")];
    // Of this one there is no bundle: it was signed for whoever keeps checkpoints.
    await file("Policy", "policy.pdf", Buffer.from("%PDF-1.7"));
    earlier.push((await ana.get(`/companies/${company}/ledger`)).body.checkpoint);
    await file("Another", "another.pdf", Buffer.from("%PDF-1.7 another"));
    const zip = await exported();
    expect(new Set(earlier).size).toBe(2);
    for (const [index, note] of earlier.entries()) {
      const since = join(running.folder, `${index}.checkpoint`);
      writeFileSync(since, note);
      const { code, text } = await verified(zip, "--since", since);
      expect(text).toMatch(/The ledger continues the earlier checkpoint: \d+ entries then, \d+ in this bundle/);
      expect(code).toBe(0);
    }
  });

  test("holds the leaf hash of every entry, those of privileged items as of any other", async () => {
    company = await ana.found("Leaves Ltd");
    const about = { name: "Widget merger", basis: "attorney-client", join: true };
    const matter = (await ana.post(`/companies/${company}/matters`, about)).body.id;
    const secret = { name: "Advice", fileName: "advice.pdf", type: "Document", controls: "XC-02", matter };
    await ana.upload(`/companies/${company}/evidence?${new URLSearchParams(secret)}`, Buffer.from("%PDF-1.7 advice"));
    const zip = await exported();
    const { code, text } = await verified(zip);
    const [, entries] = /^Ledger .*, (\d+) entries$/m.exec(text)!;
    const leaves = await bytesIn(zip, "ledger/leaves.bin");
    expect([code, leaves.length]).toEqual([0, 32 * Number(entries)]);
    expect(text).toContain("0 proved against the root");
  });

  test("of an empty ledger of evidence verifies too", async () => {
    company = await ana.found("Empty Ltd");
    const { code, text } = await verified(await exported());
    expect(text).toContain("0 proved against the root");
    expect(code).toBe(0);
  });

  test("of some days holds what was collected then, judged as of their end, and says what it does not cover", async () => {
    company = await ana.found("Narrowed Ltd");
    const day = (days: number) => new Date(Date.now() + days * 86_400_000);
    const isoDay = (days: number) => day(days).toISOString().slice(0, 10);
    await earnControl(ana, company, "XC-01");
    running.setNow(day(400));
    await ana.signIn();
    await earnControl(ana, company, "XC-01", { now: day(400) });
    const early = await exported(await asked({ to: isoDay(30) }));
    const late = await exported(await asked({ from: isoDay(390), to: isoDay(410) }));
    const none = await exported(await asked({ from: isoDay(100), to: isoDay(110) }));
    running.setNow(undefined);
    for (const [zip, exhibits] of [
      [early, ["EX-000001"]],
      [late, ["EX-000002"]],
      [none, []],
    ] as const) {
      const { text, code } = await verified(zip);
      expect(text).toContain(`${exhibits.length} proved against the root, ${exhibits.length} with their file`);
      expect(text).toMatch(/^Scope +evidence collected .* \(UTC\)\. Items outside of it are not in this bundle/m);
      expect(code).toBe(0);
      const control = (await controlsIn(zip)).get("XC-01")!;
      // What was filed first counted for a year: within its days it counts, though its time is over when the bundle is asked for.
      expect([control.status, control.exhibits]).toEqual([
        exhibits.length > 0 ? "passing" : "needs evidence",
        exhibits,
      ]);
      expect(await textIn(zip, "README.txt")).toMatch(/^Scope: +evidence collected/m);
      expect(await textIn(zip, "report.html")).toContain("This report covers evidence collected");
      expect(JSON.parse(await textIn(zip, "manifest.json")).scope).toMatchObject({ to: expect.any(String) });
    }
    expect((await ana.post(`/companies/${company}/exports`, { from: "2026-02-01", to: "2026-01-01" })).status).toBe(
      400,
    );
  });

  test("is remembered with who made it, what it covers, and the hash of the very bytes that were handed out", async () => {
    company = await ana.found("Remembered Ltd");
    await file("Policy", "policy.pdf", Buffer.from("%PDF-1.7"));
    const id = await asked({ from: "2026-01-01" });
    expect((await listed(id)).progress.state).toBe("waiting");
    const bytes = readFileSync(await exported(id));
    const { format, from, requestedBy, progress, items, bytes: size, sha256 } = await listed(id);
    expect([format, from, requestedBy?.name, progress.state, items]).toEqual([
      "bundle",
      "2026-01-01",
      expect.stringContaining("Ana"),
      "done",
      1,
    ]);
    expect([size, sha256]).toEqual([bytes.length, createHash("sha256").update(bytes).digest("hex")]);
    const again = await ana.get(`/companies/${company}/exports/${id}/bundle`);
    expect([again.status, again.body.code]).toEqual([409, "export-ended"]);
  });

  test("that is cancelled cannot be downloaded, and one that nobody downloads has failed after an hour", async () => {
    company = await ana.found("Cancelled Ltd");
    const id = await asked();
    const path = `/companies/${company}/exports/${id}`;
    expect((await ana.post(`${path}/cancel`, {})).body.progress.state).toBe("cancelled");
    expect((await ana.post(`${path}/cancel`, {})).body.code).toBe("export-ended");
    expect((await ana.get(`${path}/bundle`)).body.code).toBe("export-cancelled");

    const forgotten = await asked();
    running.setNow(new Date(Date.now() + 61 * 60_000));
    await ana.signIn();
    const { progress } = await listed(forgotten);
    expect([progress.state, progress.failure?.code]).toEqual(["failed", "export-expired"]);
    const late = await ana.get(`/companies/${company}/exports/${forgotten}/bundle`);
    running.setNow(undefined);
    expect([late.status, late.body.code]).toEqual([410, "export-expired"]);
  });

  test("stops in the middle of its download when it is cancelled, and its row says so", async () => {
    company = await ana.found("Stopped Ltd");
    for (let index = 0; index < 45; index++) await file(`Item ${index}`, `${index}.bin`, Buffer.alloc(400_000, index));
    const id = await asked();
    const { response } = await ana.get(`/companies/${company}/exports/${id}/bundle`);
    const reader = response.body!.getReader();
    await reader.read();
    await ana.post(`/companies/${company}/exports/${id}/cancel`, {});
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow(/terminated|aborted|closed/i);
    expect((await listed(id)).progress.state).toBe("cancelled");
    expect((await listed(id)).sha256).toBeNull();
  });

  test("says as OSCAL what the report says, and hands the same document out alone", async () => {
    company = await ana.found("Interchanged Ltd");
    await file("Policy", "policy.pdf", Buffer.from("%PDF-1.7"));
    const decision = { applicable: false, reason: "We have none." };
    await ana.post(`/companies/${company}/controls/XC-17/applicability`, decision);
    const zip = await exported();
    const inside = JSON.parse(await textIn(zip, "oscal/assessment-results.json"));
    const { response } = await ana.get(`/companies/${company}/exports/${await asked({ format: "oscal" })}/bundle`);
    expect(response.headers.get("content-disposition")).toContain(".json");
    const alone = JSON.parse(await response.text());
    for (const document of [inside, alone]) {
      const [result] = document["assessment-results"].results;
      const states = result.findings.map((finding: { target: { "target-id": string; status: { state: string } } }) => [
        finding.target["target-id"].slice(0, 5),
        finding.target.status.state,
      ]);
      const said = [...(await controlsIn(zip)).values()].filter(({ status }) => status !== "not applicable");
      expect(states).toEqual(said.map(({ id, status }) => [id, status === "passing" ? "satisfied" : "not-satisfied"]));
      expect(result["reviewed-controls"]["control-selections"][0]["exclude-controls"]).toEqual([
        { "control-id": "XC-17" },
      ]);
      const [, resource] = document["assessment-results"]["back-matter"].resources;
      const evidence = JSON.parse(await textIn(zip, "evidence.json"));
      expect(resource.rlinks[0].hashes).toEqual([{ algorithm: "SHA-256", value: evidence[0].sha256 }]);
    }
  });

  test("leaves privileged items out also for people on their access list, until the privilege is waived", async () => {
    company = await ana.found("Privileged Ltd");
    await file("Open", "open.pdf", Buffer.from("%PDF-1.7 open"));
    const about = { name: "Widget merger", basis: "attorney-client", join: true };
    const matter = (await ana.post(`/companies/${company}/matters`, about)).body.id;
    const secret = {
      name: "Heliotrope to counsel",
      fileName: "heliotrope.pdf",
      type: "Document",
      controls: "XC-02",
      matter,
    };
    const filed = await ana.upload(
      `/companies/${company}/evidence?${new URLSearchParams(secret)}`,
      Buffer.from("%PDF-1.7 heliotrope"),
    );
    expect([filed.status, filed.body]).toEqual([201, expect.anything()]);
    await file("Open too", "open-too.pdf", Buffer.from("%PDF-1.7 open too"));

    const without = await exported();
    expect((await verified(without)).text).toContain("2 proved against the root, 2 with their file");
    expect(readFileSync(without).includes("eliotrope")).toBe(false);
    expect((await controlsIn(without)).get("XC-02")!.exhibits).toEqual(["EX-000001", "EX-000003"]);
    expect(await textIn(without, "README.txt")).toContain(
      "A number that is missing among the exhibits is such an item.",
    );

    const waived = await ana.post(`/companies/${company}/evidence/${filed.body.id}/privilege-waiver`, {
      reason: "Counsel agreed.",
    });
    expect([waived.status, waived.body]).toEqual([200, expect.anything()]);
    const { text, code } = await verified(await exported());
    expect(text).toContain("3 proved against the root, 3 with their file");
    expect(code).toBe(0);
  });
});
