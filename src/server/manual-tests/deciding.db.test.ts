import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { controlOfCheck } from "#catalog/index.ts";
import { earnControl } from "#tests/support/earned.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { judgementJobs } from "../controls/judge-companies.ts";
import { workOff } from "../jobs/run-jobs.ts";

let running: RunningApp;
let olga: Person;
let company: string;
let exhibit: string;

/** Asked of no system: a register or a person decides it. */
const plan = "incident.plan-within-year";
const matters = "confidentiality.matter-access";
const trail = "logging.cloud-audit-on";

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
afterEach(() => running.setNow(undefined));
beforeEach(async () => {
  company = await olga.found(`Deciding ${randomUUID()}`);
  const controls = [...new Set([plan, matters, trail].map((check) => controlOfCheck(check).id))].join(",");
  const query = new URLSearchParams({ name: "Notes", fileName: "a.txt", type: "Document", controls });
  exhibit = (await olga.upload(`/companies/${company}/evidence?${query}`, "x")).body.exhibit;
});

const of = (check: string) => `/companies/${company}/controls/${controlOfCheck(check).id}`;
const details = async (check: string) => (await olga.get(of(check))).body;
const checkOf = async (check: string) =>
  (await details(check)).checks.find(({ checkId }: { checkId: string }) => checkId === check);
const addSystem = (name: string, ...kinds: string[]) => olga.post(`/companies/${company}/systems`, { name, kinds });
const judge = (days = 0) => {
  const { worker } = running.database.databases;
  const now = () => new Date(Date.now() + days * 24 * 60 * 60_000);
  return workOff(
    { worker, now, log: running.app.services.log },
    { standings: judgementJobs({ worker, now }) },
    new AbortController().signal,
  );
};
const standing = async (check: string) => {
  const { rows } = await running.database.admin.query(
    "SELECT status FROM app.control_standings WHERE company_id = $1 AND control_id = $2",
    [company, controlOfCheck(check).id],
  );
  return rows[0]?.status;
};

/** Signs a test of one item. */
async function sign(check: string, conclusion: "passes" | "fails" | "not decided", aspect?: string): Promise<string> {
  const population = { kind: "numbered", size: 1 };
  const about = { checkId: check, ...(aspect && { aspect }) };
  const { seed } = (await olga.post(`${of(check)}/tests/sample`, { ...about, population, size: 1 })).body;
  const { status, body } = await olga.post(`${of(check)}/tests`, {
    ...about,
    populationSource: "What there is",
    population,
    seed,
    size: 1,
    passed: conclusion === "passes" ? [1] : [],
    exceptions: conclusion === "fails" ? [{ number: 1, found: "It is three years old." }] : [],
    conclusion,
    note: conclusion === "not decided" ? "Nobody had it at hand" : "",
    exhibits: [exhibit],
  });
  expect(status).toBe(200);
  return body.id;
}

describe("a check that no system answers", () => {
  test("is not decided by a test that cites a withdrawn exhibit, until that is restored", async () => {
    await sign(plan, "passes");
    expect(await checkOf(plan)).toMatchObject({ outcome: "pass" });
    const { items } = (await olga.get(`/companies/${company}/evidence`)).body;
    const withdrawal = `/companies/${company}/evidence/${items[0].id}/withdrawal`;
    expect((await olga.post(withdrawal, { reason: "The wrong file" })).status).toBe(200);
    const reason = `Not decided: ${exhibit}, which the test cites, was withdrawn.`;
    expect(await checkOf(plan)).toMatchObject({ outcome: "unknown", reason });
    await judge();
    expect(await standing(plan)).toBe("needs evidence");
    expect((await olga.send("DELETE", withdrawal)).status).toBe(200);
    expect(await checkOf(plan)).toMatchObject({ outcome: "pass" });
  });

  test("is decided by its newest test, until that is withdrawn", async () => {
    await earnControl(olga, company, controlOfCheck(plan).id, { except: [plan] });
    expect(await checkOf(plan)).toMatchObject({ outcome: "not run" });
    await sign(plan, "fails");
    expect(await checkOf(plan)).toMatchObject({
      outcome: "fail",
      reason: "A person tested 1 of 1 and found 1 exception: It is three years old.",
      source: "Manual test",
      exhibit,
    });
    expect((await details(plan)).control.status).toBe("failing");
    await judge();
    expect(await standing(plan)).toBe("failing");
    const passing = await sign(plan, "passes");
    expect(await checkOf(plan)).toMatchObject({
      outcome: "pass",
      reason: "A person tested 1 of 1 and found no exception.",
    });
    expect((await details(plan)).control.status).toBe("passing");
    await judge();
    expect(await standing(plan)).toBe("passing");
    await olga.post(`${of(plan)}/tests/${passing}/withdrawal`, { reason: "The wrong plan." });
    expect(await checkOf(plan)).toMatchObject({ outcome: "not run" });
  });

  test("is undecided again when its test ends, for pages and for the worker, though nothing happens", async () => {
    await earnControl(olga, company, controlOfCheck(plan).id, { except: [plan] });
    await sign(plan, "passes");
    await judge();
    expect(await standing(plan)).toBe("passing");
    running.setNow(new Date(Date.now() + 400 * 24 * 60 * 60_000));
    expect(await checkOf(plan)).toMatchObject({ outcome: "not run" });
    await judge(400);
    expect(await standing(plan)).toBe("needs evidence");
  });

  test("is not decided by a test that was not", async () => {
    await sign(plan, "not decided");
    expect(await checkOf(plan)).toMatchObject({
      outcome: "unknown",
      reason: "A person could not decide it: Nobody had it at hand.",
    });
  });
});

describe("a check that systems answer", () => {
  test("passes by a person's test of the system that no machine reads, and not without knowing the systems", async () => {
    await sign(matters, "passes", "matters");
    expect(await checkOf(matters)).toMatchObject({ outcome: "not run" });
    await addSystem("NetDocuments", "practice");
    expect(await checkOf(matters), "what was tested before the system was there").toMatchObject({ outcome: "not run" });
    await sign(matters, "passes", "matters");
    expect(await checkOf(matters)).toMatchObject({
      outcome: "pass",
      source: "Manual test",
      progress: { decided: 1, asked: 1 },
      parts: [{ aspect: "matters", outcome: "pass", systems: [{ name: "NetDocuments", state: "pass" }] }],
    });
    await addSystem("Clio", "practice");
    expect(await checkOf(matters), "a system that was added later").toMatchObject({
      outcome: "unknown",
      parts: [
        {
          systems: [
            { name: "Clio", state: "not read" },
            { name: "NetDocuments", state: "pass" },
          ],
        },
      ],
    });
    await sign(matters, "fails");
    expect(await checkOf(matters)).toMatchObject({ outcome: "fail" });
  });

  test("stays failing where a machine found it failing, whatever a person tests", async () => {
    await addSystem("123456789012", "cloud");
    const findings = JSON.parse(prowlerReport(new Date())) as {
      status_code: string;
      metadata: { event_code: string };
    }[];
    for (const finding of findings)
      if (finding.metadata.event_code === "cloudtrail_multi_region_enabled") finding.status_code = "FAIL";
    await olga.upload(`/companies/${company}/imports?fileName=fail.ocsf.json`, JSON.stringify(findings));
    await running.app.runTasks();
    const before = await checkOf(trail);
    expect(before.outcome).toBe("fail");
    await sign(trail, "passes");
    await sign(trail, "passes", "trail");
    expect(await checkOf(trail)).toEqual(before);
  });
});

describe("an accepted failure", () => {
  test("is over once its check passed, also when it fails again", async () => {
    const path = `${of(plan)}/accepted-failures`;
    await sign(plan, "fails");
    const until = new Date(Date.now() + 90 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    expect(
      (await olga.post(path, { checkId: plan, reason: "New firm.", treatment: "Written now.", until })).status,
    ).toBe(200);
    const state = async () => (await olga.get(path)).body.acceptances[0];
    await judge();
    expect(await state()).toMatchObject({ state: "in force" });
    await sign(plan, "not decided");
    await judge();
    expect(await state()).toMatchObject({ state: "not needed", ended: null });
    await sign(plan, "passes");
    await judge();
    expect(await state()).toMatchObject({ state: "ended", ended: { by: null, reason: "The check passed." } });
    await sign(plan, "fails");
    await judge();
    expect(await state()).toMatchObject({ state: "ended" });
  });
});

test("the exhibit that a deciding test cites is linked on the control's page", async () => {
  const { items } = (await olga.get(`/companies/${company}/evidence?exhibit=${exhibit}`)).body;
  await sign(plan, "passes");
  expect(await checkOf(plan)).toMatchObject({ exhibit, evidenceId: items[0].id });
  // Once it is withdrawn nothing leads to it from a list.
  await olga.post(`/companies/${company}/evidence/${items[0].id}/withdrawal`, { reason: "Wrong" });
  expect((await checkOf(plan)).evidenceId).toBeNull();
});
