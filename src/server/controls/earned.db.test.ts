import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allChecks, controlIds, controls } from "#catalog/index.ts";
import { ways } from "#catalog/ways.gen.ts";
import { earnControl } from "#tests/support/earned.ts";
import { PipelineIssuer } from "#tests/support/pipeline-issuer.ts";
import type { Person } from "#tests/support/person.ts";
import { sarifReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { liftLimits } from "#tests/support/without-limits.ts";

const issuer = new PipelineIssuer();
let running: RunningApp;
let ana: Person;
let ben: Person;
let company: string;
let made = 0;

interface Row {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly progress: { readonly decided: number; readonly asked: number };
  readonly basis: Readonly<Record<string, number>>;
  readonly next: { readonly label: string } | null;
}

const of = (path: string) => `/companies/${company}${path}`;
const rowsOf = async () => (await ana.get(of("/controls"))).body as Row[];
const hello = (more: Record<string, string> = {}) =>
  of(
    `/evidence?${new URLSearchParams({ name: "hello", fileName: "hello.txt", type: "Document", controls: controlIds.join(","), ...more })}`,
  );

beforeAll(async () => {
  await issuer.listen();
  running = await runApp({ pipelineIssuer: issuer.url });
  ana = await running.person("Ana");
  ben = await running.person("Ben");
  await running.database.admin.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
});
afterAll(async () => {
  await running.close();
  await issuer.close();
});
beforeEach(async () => {
  company = await ana.found(`Earned ${(made += 1)}`);
  await liftLimits(running.database.admin, company);
  await running.database.admin.query("UPDATE app.companies SET subscription_tier = 'early-access' WHERE id = $1", [
    company,
  ]);
  await running.forgetTries();
  await ana.post(of("/projects"), { name: "SOC 2", framework: "soc2" });
});
afterEach(() => running.setNow(undefined));

/** With one file under all controls none passes, each says what is missing, and the project is not ready. */
async function expectNothing(items: number): Promise<void> {
  const rows = await rowsOf();
  expect(rows.filter(({ status }) => status === "passing")).toEqual([]);
  for (const { id, reason, progress, next } of rows) {
    expect(progress.decided, id).toBe(0);
    expect(reason, id).toMatch(/^0 of \d+ decided\. .+\.$/);
    expect(next?.label, id).toMatch(/\w/);
  }
  const [project] = (await ana.get(of("/projects"))).body;
  expect([project.status, project.controlsPassed, project.percent]).toEqual(["In Progress", 0, 0]);
  expect((await ana.get(of("/evidence-count"))).body.count).toBe(items);
}

describe("G0: a file of five bytes under all 22 controls passes none of them", () => {
  test("when a person files it", async () => {
    expect((await ana.upload(hello(), "hello")).status).toBe(201);
    await expectNothing(1);
  });

  test("when a program files it with a token", async () => {
    const { token } = (await ana.post(of("/api-tokens"), { name: "CI", scopes: ["evidence:write"] })).body;
    const filed = await fetch(`${running.url}/api/v1${hello()}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: "hello",
    });
    expect(filed.status).toBe(201);
    await expectNothing(1);
  });

  test("when a report says that every check of the library passes", async () => {
    const mapping = {
      name: "Everything",
      header: ["Check", "Result"],
      columns: { rule: "Check", outcome: "Result" },
      words: { ok: "pass" },
    };
    expect((await ana.post(of("/csv-mappings"), mapping)).status).toBe(200);
    const rows = ["Check,Result", ...allChecks.map(({ id }) => `${id},ok`)].join("\n");
    expect((await ana.upload(of("/imports?fileName=all.csv"), rows)).status).toBe(201);
    await running.app.runTasks();
    expect((await rowsOf()).filter(({ status }) => status === "passing")).toEqual([]);
  });

  test("when a trusted pipeline pushes it, and a report of its own", async () => {
    await ana.post(of("/pipelines"), { repository: "Acme/App", branch: "main" });
    const identityToken = await issuer.sign({ aud: running.url });
    const { token } = (await ana.post("/pipelines/exchange", { companyId: company, identityToken })).body;
    const push = (name: string, bytes: string) =>
      fetch(`${running.url}/api/v1${of(`/imports?fileName=${name}`)}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: bytes,
      });
    expect((await push("hello.txt", "hello")).status).toBe(422);
    expect((await push("a.sarif", sarifReport())).status).toBe(201);
    await running.app.runTasks();
    expect((await rowsOf()).filter(({ status }) => status === "passing")).toEqual([]);
  });

  test("when an auditor asked for it and is answered with it", async () => {
    const filed = await ana.upload(hello(), "hello");
    const [project] = (await ana.get(of("/projects"))).body;
    const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const invitation = { email: ben.email, projects: [project.id], endsOn };
    const { body } = await ana.post(of("/auditors/invitations"), invitation);
    const token = new URL(body.link).searchParams.get("token");
    expect((await ben.post("/invitations/accept", { token })).status).toBe(200);
    const ask = { projectId: project.id, text: "Your policies", dueOn: endsOn };
    const request = (await ben.post(of("/audit/requests"), ask)).body.id as string;
    const answer = { text: "Here they are.", items: [filed.body.id] };
    expect((await ana.post(of(`/audit/requests/${request}/answers`), answer)).status).toBe(200);
    await expectNothing(1);
  });
});

/** What a register decides is kept there: who owns security. */
async function nameSecurityOwner() {
  const add = async (register: string, fields: object) =>
    (await ana.post(of(`/registers/${register}/records`), { fields })).body.id as string;
  const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const holderId = await add("people", { name: "Ana", email: ana.email, kind: "partner", startsAt: since });
  await add("roles", { duty: "security-owner", holderId, since });
  for (const register of ["people", "roles"]) await ana.post(of(`/registers/${register}/confirmation`), { count: 1 });
  // Registers are read some seconds after they were changed.
  running.setNow(new Date(Date.now() + 10_000));
  await running.app.runTasks();
}

describe("a control of an empty company", () => {
  afterEach(() => running.setNow(undefined));

  test("is earned by the shortest honest way, each of the 22, and then the project is ready", async () => {
    const id = (await ana.get(of("/projects"))).body[0].id as string;
    await nameSecurityOwner();
    for (const control of controlIds) {
      await running.forgetTries();
      await earnControl(ana, company, control);
    }
    const rows = await rowsOf();
    expect(rows.map(({ status }) => status)).toEqual(controlIds.map(() => "passing"));
    const asked = controls.flatMap(({ checks, expectedEvidence }) => [...checks, ...expectedEvidence]);
    const ofProject = asked.filter(({ onlyFor }) => !onlyFor || onlyFor.includes("soc2"));
    const sum = (key: string) => rows.reduce((total, { basis }) => total + basis[key]!, 0);
    expect(rows.reduce((total, { progress }) => total + progress.asked, 0)).toBe(ofProject.length);
    expect(
      ["machine", "register", "person", "documents", "notApplicable"].reduce((total, key) => total + sum(key), 0),
    ).toBe(ofProject.length);
    for (const { id: control, basis } of rows) console.log(`${control} ${JSON.stringify(basis)}`);
    // A register alone names the security owner here. What other registers would decide, a person's test does.
    const own = (control: string, { register, person, ...others }: (typeof ways)[number]["shortest"]) => {
      const kept = control === "XC-02" ? 1 : 0;
      return { ...others, register: kept, person: person + register - kept };
    };
    expect(rows.map(({ id: control, basis }) => [control, basis])).toEqual(
      ways.map(({ id: control, shortest }) => [control, own(control, shortest)]),
    );
    const project = async () => (await ana.get(of(`/projects/${id}`))).body.project;
    expect(await project()).toMatchObject({
      status: "In Progress",
      controlsPassed: 22,
      percent: 100,
      next: { message: "Choose an owner for Security policies", controlId: "XC-01" },
    });
    for (const control of controlIds) await ana.post(of(`/controls/${control}/plan`), { ownerId: ana.id, dueOn: null });
    expect(await project()).toMatchObject({ status: "Audit Ready" });
  });

  test("falls when a reviewer withdraws what was accepted, and when a test is withdrawn", async () => {
    const { filings, tests } = await earnControl(ana, company, "XC-01");
    const status = async () => (await rowsOf()).find(({ id }) => id === "XC-01")!;
    expect((await ana.send("DELETE", of(`/document-filings/${filings[0]}/review`))).status).toBe(200);
    expect(await status()).toMatchObject({
      status: "needs evidence",
      reason: "5 of 6 decided. Information security policy is waiting for a review.",
      next: { kind: "review", label: "Review document" },
    });
    const back = await ana.post(of(`/document-filings/${filings[0]}/return`), { reason: "It is a draft." });
    expect(back.status).toBe(200);
    expect((await status()).reason).toBe("5 of 6 decided. Information security policy was returned: It is a draft.");
    expect(
      (await ana.post(of(`/controls/XC-01/tests/${tests[0]}/withdrawal`), { reason: "The wrong list." })).status,
    ).toBe(200);
    expect((await status()).progress).toEqual({ decided: 4, asked: 6 });
  });

  test("that is decided by people says so, and a check for another framework is not asked", async () => {
    const { exhibit } = await earnControl(ana, company, "XC-16");
    const { body } = await ana.get(of("/controls/XC-16"));
    expect(body.control).toMatchObject({
      status: "passing",
      basis: { machine: 0, person: 0, documents: 3, notApplicable: 5 },
    });
    expect(body.checks.map(({ checkId }: { checkId: string }) => checkId)).not.toContain("network.web-protection");
    await ana.post(of("/projects"), { name: "Cards", framework: "pcidss" });
    const before = body.control.progress.asked as number;
    const asked = async () => (await ana.get(of("/controls/XC-16"))).body.control.progress.asked as number;
    expect([exhibit, await asked()]).toEqual(["EX-000001", before + 1]);
  });
});

describe("what an earlier rule passed", () => {
  test("falls once, is marked in the history, explained at home, alerts nobody, and is claimed nowhere", async () => {
    const admin = (text: string) => running.database.admin.query(text, [company]);
    await ana.upload(hello({ controls: "XC-01" }), "hello");
    await running.app.runTasks();
    // As a database of the last release is: one valid item made XC-01 pass.
    await admin("UPDATE app.judgements SET rule = 1, next_at = '-infinity' WHERE company_id = $1");
    await admin(
      "UPDATE app.control_standings SET status = 'passing', holds_until = now() + interval '9 days' WHERE company_id = $1 AND control_id = 'XC-01'",
    );
    await admin(
      "INSERT INTO app.control_changes (company_id, control_id, at, status, reason, was) VALUES ($1, 'XC-01', now(), 'passing', 'EX-000001 is valid.', 'needs evidence')",
    );
    const { claims } = (await ana.post(of("/portal/preview"), { controls: ["XC-01"] })).body;
    expect(claims).toEqual([]);
    running.setNow(new Date(Date.now() + 1_000));
    await running.database.admin.query("SELECT app.enqueue_job('standings', $1::uuid::text, $1)", [company]);
    await running.app.runTasks();
    running.setNow(new Date(Date.now() + 2_000));
    const { changes } = (await ana.get(of("/controls/XC-01/history"))).body as {
      changes: { status: string; earlierRule: boolean }[];
    };
    expect(changes.slice(-2).map(({ status, earlierRule }) => [status, earlierRule])).toEqual([
      ["passing", true],
      ["needs evidence", false],
    ]);
    const { ruleChange } = (await ana.get(of("/overview"))).body;
    expect(ruleChange.fell).toEqual([
      {
        controlId: "XC-01",
        title: "Security policies",
        reason: "0 of 6 decided. Information security policy is not on file.",
      },
    ]);
    expect((await admin("SELECT kind FROM app.incidents WHERE company_id = $1")).rows).toEqual([]);
    running.setNow(new Date(Date.now() + 31 * 86_400_000));
    await ana.signIn();
    expect((await ana.get(of("/overview"))).body.ruleChange).toBeNull();
  });
});
