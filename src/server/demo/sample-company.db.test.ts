import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { programChecks } from "#catalog/program-goals.ts";
import { dayOf, startOfDay } from "./names.ts";

let running: RunningApp;
let visitor: Visitor;

beforeAll(async () => {
  running = await runApp({ demo: { visits: 5 } });
  visitor = await Visitor.enter(running.url);
});

afterAll(() => running.close());

async function figures(someone: Visitor) {
  const { body } = await someone.get(someone.ofCompany("/overview"));
  const { controls, counts, frameworks, projects } = body;
  const { total, thisWeek, days } = body.evidence;
  expect(days).toHaveLength(14);
  expect(days.slice(7).reduce((sum: number, items: number) => sum + items, 0)).toBe(thisWeek);
  return {
    controls,
    counts,
    evidence: { total, thisWeek },
    frameworks,
    projects: projects.map((project: { percent: number }) => project.percent),
  };
}

const specified = {
  controls: { passed: 15, total: 22, percent: 68 },
  counts: { passing: 15, failing: 4, needsEvidence: 3, notApplicable: 0 },
  evidence: { total: 47, thisWeek: 12 },
  frameworks: ["soc2"],
  projects: [68],
};

test("the home screen shows 68 %, 15 of 22, 47 items, 12 this week and one framework", async () => {
  expect(await figures(visitor)).toEqual(specified);
});

test("the firm has said what it is, and its first control report is on record with the time it took", async () => {
  const { profile, recommendations } = (await visitor.get(visitor.ofCompany("/onboarding"))).body;
  expect(profile).toMatchObject({ industry: "other", employeeCount: 12, customerRegions: ["north_america", "europe"] });
  expect(
    recommendations.map((recommendation: { framework: string; hasProject: boolean }) => [
      recommendation.framework,
      recommendation.hasProject,
    ]),
  ).toEqual([
    ["soc2", true],
    ["hipaa", false],
    ["iso27001", false],
    ["gdpr", false],
  ]);
  const { clock, steps } = (await visitor.get(visitor.ofCompany("/onboarding/setup"))).body;
  expect(clock).toEqual({ since: "sign-up", minutes: 88, running: false });
  const times = steps.map((step: { at: string }) => step.at);
  expect(times.every(Boolean)).toBe(true);
  expect(times.at(-1)).toBe(times.toSorted().at(-1));
});

test("home says which three things raise SOC 2 most", async () => {
  const { next, lapses, changes } = (await visitor.get(visitor.ofCompany("/overview"))).body;
  expect(next.steps).toHaveLength(3);
  expect(next.figures).toHaveLength(1);
  expect(next.figures[0].after).toBeGreaterThan(next.figures[0].before);
  expect(lapses).toHaveLength(3);
  expect(changes).toBeInstanceOf(Array);
});

test("every control that does not pass says why, in the words of what failed it", async () => {
  const [project] = (await visitor.get(visitor.ofCompany("/projects"))).body;
  const { controls } = (await visitor.get(visitor.ofCompany(`/projects/${project.id}`))).body;
  const reasons = Object.fromEntries(
    controls
      .filter((control: { status: string }) => control.status !== "passing")
      .map((control: { id: string; reason: string }) => [control.id, control.reason]),
  );
  expect(Object.keys(reasons)).toEqual(["XC-08", "XC-10", "XC-13", "XC-14", "XC-16", "XC-18", "XC-19"]);
  expect(reasons["XC-08"]).toContain("d.reyes");
  expect(reasons["XC-10"]).toMatch(/^0 of 4 decided\. Quarterly access review sign-off expired on /);
  expect(reasons["XC-13"]).toContain("intake-forms");
  expect(reasons["XC-14"]).toBe("6 of 7 decided. Closed matters are disposed of or held: matters were not read.");
  expect(reasons["XC-16"]).toContain("port 22");
  expect(reasons["XC-18"]).toBe("3 of 9 decided. Only the pipeline deploys: release grants were not read.");
  expect(reasons["XC-19"]).toContain("CVE-2024");
});

interface Row {
  readonly id: string;
  readonly status: string;
  readonly progress: { readonly decided: number; readonly asked: number };
  readonly basis: Readonly<Record<"machine" | "register" | "person" | "documents" | "notApplicable", number>>;
}

async function rows(someone: Visitor): Promise<Row[]> {
  const [project] = (await someone.get(someone.ofCompany("/projects"))).body;
  return (await someone.get(someone.ofCompany(`/projects/${project.id}`))).body.controls;
}

test("each control that passes has every check and every document decided, and says by whom", async () => {
  const passing = (await rows(visitor)).filter(({ status }) => status === "passing");
  expect(passing).toHaveLength(15);
  for (const { id, progress, basis } of passing) {
    expect(progress.decided, id).toBe(progress.asked);
    expect(basis.machine + basis.register + basis.person, id).toBeGreaterThan(0);
    expect(basis.documents, id).toBeGreaterThan(1);
  }
  const sum = (key: keyof Row["basis"]) => passing.reduce((all, { basis }) => all + basis[key], 0);
  expect({ machine: sum("machine"), register: sum("register"), person: sum("person") }).toEqual({
    machine: 4,
    register: 17,
    person: 41,
  });
  expect({ documents: sum("documents"), notApplicable: sum("notApplicable") }).toEqual({
    documents: 46,
    notApplicable: 0,
  });
});

test("the firm of twelve keeps its registers, sealed in exhibits of which the newest says what they decide", async () => {
  const sealed = (await visitor.get(visitor.ofCompany("/audit/registers"))).body;
  const kept = Object.fromEntries(
    sealed.registers.map(({ key, current, ended }: { key: string; current: number; ended: number }) => [
      key,
      [current, ended],
    ]),
  );
  expect(kept).toMatchObject({ people: [12, 1], vendors: [6, 0], contracts: [4, 0], devices: [13, 1] });
  const said = sealed.registers.flatMap(({ answers }: { answers: { id: string; outcome: string }[] }) =>
    answers.map(({ id, outcome }) => `${id}: ${outcome}`),
  );
  expect(said).toEqual(
    expect.arrayContaining([
      "oversight.owner-named: pass",
      "risk.assessed-within-year: pass",
      "risk.acceptance-signed: pass",
      "vendors.contract-signed: pass",
      "vendors.reviewed-within-year: pass",
      "inventory.confirmed-within-year: pass",
      "retention.device-wipe: pass",
      "physical.hosting-assured: pass",
      "physical.offices-declared: pass",
      "continuity.plan-within-year: pass",
      // The list of matters is too old.
      "retention.closed-matters: unknown",
      "confidentiality.matter-access: unknown",
    ]),
  );
  expect(said.filter((answer: string) => answer.endsWith(": fail"))).toEqual([]);
  const registers = (await visitor.get(visitor.ofCompany("/registers"))).body;
  expect(registers.filter(({ counts }: { counts: { waiting: number } }) => counts.waiting > 0)).toEqual([]);
  const policies = (await visitor.get(visitor.ofCompany("/policies"))).body;
  expect(policies).toHaveLength(policyKinds.length);
  expect(policies.every(({ inForce }: { inForce: object | null }) => inForce !== null)).toBe(true);
});

test("everybody passed the general course in the firm's own portal, Dan at his second try, and some passed others", async () => {
  const { courses, total, people } = (await visitor.get(visitor.ofCompany("/training"))).body;
  const passed = Object.fromEntries(
    courses.map((course: { key: string; passed: number }) => [course.key, course.passed]),
  );
  expect(passed).toMatchObject({ security: total, privacy: 2, "secure-coding": 0, "client-confidentiality": 3 });
  const late = (people as { courses: { state: string }[] }[]).filter((own) =>
    own.courses.some(({ state }) => state === "late"),
  );
  expect(late).toEqual([]);
});

test("a review of the cloud account is closed, with one removal that the next export no longer has", async () => {
  const [summary, ...others] = (await visitor.get(visitor.ofCompany("/reviews"))).body;
  expect(others).toEqual([]);
  const review = (await visitor.get(visitor.ofCompany(`/reviews/${summary.id}`))).body;
  expect(review).toMatchObject({
    openedBy: { name: "Maya Okafor" },
    systems: ["AWS (412900000174)"],
    decided: { accounts: 7, keep: 6, change: 0, remove: 1 },
    cancelled: null,
    leftOut: null,
    notRead: 0,
    populations: [{ reviewer: { name: "Tom Silva" }, other: { name: "Jonas Lindqvist" }, quick: [] }],
    removals: [{ account: "p.nair", by: { name: "Tom Silva" }, state: "gone" }],
  });
  const { items } = (await visitor.get(visitor.ofCompany("/evidence?search=Audit%20log%20integrity"))).body;
  expect(review.removals[0].exhibitId).toBe(items[0].id);
  // Systems that nobody reviewed this quarter keep its control where it is.
  const { checks } = (await visitor.get(visitor.ofCompany("/controls/XC-10"))).body;
  expect(checks).toMatchObject([
    { checkId: "review.done-this-quarter", outcome: "unknown" },
    { checkId: "review.removals-done", outcome: "unknown" },
    { checkId: "review.service-accounts", outcome: "unknown" },
  ]);
});

test("what a visitor changes in a register is sealed anew within seconds", async () => {
  const someone = await Visitor.enter(running.url, "demo", "203.0.113.9");
  const newest = async () => (await someone.get(someone.ofCompany("/audit/registers"))).body.exhibit;
  const before = await newest();
  const { records } = (await someone.get(someone.ofCompany("/registers/vendors/records"))).body;
  const at = someone.ofCompany(`/registers/vendors/records/${records[0].id}/end`);
  expect((await someone.post(at, { reason: "Replaced" })).status).toBe(200);
  await expect.poll(newest, { timeout: 30_000, interval: 500 }).not.toBe(before);
  await someone.post("/session/sign-out", {});
});

test("each kind of system is answered, by a system or by a decision with its reason", async () => {
  const { systems, kinds } = (await visitor.get(visitor.ofCompany("/systems"))).body;
  const names = systems.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["AWS (412900000174)", "GitHub", "Docuvault"]));
  const states = Object.groupBy(kinds as { state: string; none: { reason: string } | null }[], ({ state }) => state);
  expect(Object.keys(states).toSorted()).toEqual(["declared none", "in scope"]);
  expect(states["declared none"]!.every(({ none }) => none!.reason !== "")).toBe(true);
});

test("one document waits for its review and one was returned, outside of what passes", async () => {
  const { body } = await visitor.get(visitor.ofCompany("/documents"));
  const asked = (body as { id: string; asked: boolean; state: string; filings: { mayReview: boolean }[] }[]).filter(
    (item) => item.asked,
  );
  const of = (state: string) => asked.filter((item) => item.state === state).map(({ id }) => id);
  expect(of("waiting")).toEqual(["network.benchmark-results"]);
  // By its record, without a filing.
  expect(asked.find(({ id }) => id === "vulns.scan-reports")).toMatchObject({ state: "on file", filings: [] });
  expect(asked.find(({ id }) => id === "network.benchmark-results")!.filings[0]!.mayReview).toBe(true);
  expect(of("returned")).toEqual(["confidentiality.matter-access-list"]);
  expect(of("expired")).toEqual(["review.review-sign-off"]);
  expect(of("not applicable")).toEqual(["change.emergency-reviews"]);
});

test("people's tests say what was tested, and one failure is accepted by the owner and stays failing", async () => {
  const { tests } = (await visitor.get(visitor.ofCompany("/controls/XC-11/tests"))).body;
  expect(tests).toHaveLength(4);
  const tagged = tests.find(({ checkId }: { checkId: string }) => checkId === "inventory.cloud-tagged");
  expect(tagged).toMatchObject({ population: { size: 214 }, testedBy: "Priya Nair", state: "current" });
  expect(tagged.passed).toEqual(tagged.sample.numbers);
  expect(tagged.sample.numbers).toHaveLength(25);
  const { acceptances } = (await visitor.get(visitor.ofCompany("/controls/XC-16/accepted-failures"))).body;
  expect(acceptances).toMatchObject([
    { checkId: "network.no-open-admin-ports", acceptedBy: "Maya Okafor", state: "in force" },
  ]);
});

test("a matter has one privileged item, which its access list sees and the firm's admin does not, and which counts in nothing", async () => {
  const admin = await Visitor.enter(running.url, "admin", "203.0.113.5");
  const [matter] = (await visitor.get(visitor.ofCompany("/matters"))).body;
  expect(matter).toMatchObject({ name: "Hallam v. Orsted Marine", basis: "attorney-client", people: 2, items: 1 });
  const { items } = (await visitor.get(visitor.ofCompany(`/matters/${matter.id}/items`))).body;
  expect(items).toMatchObject([{ name: "Advice to Hallam on the laptop that was lost", waived: null }]);
  const ask = async (someone: Visitor, id: string) => (await someone.get(someone.ofCompany(`/evidence/${id}`))).status;
  expect([await ask(visitor, items[0].id), await ask(admin, items[0].id)]).toEqual([200, 404]);
  expect((await admin.get(admin.ofCompany("/matters"))).body).toEqual([]);
  // Its owner sees the same figures as who does not know of it.
  expect(await figures(admin)).toEqual(specified);
  await admin.post("/session/sign-out", {});
});

test("the firm's public page lists each control that passes", async () => {
  const { body: companies } = await visitor.get("/companies");
  const page = await fetch(`${running.url}/portal/${companies[0].slug}`, { headers: { cookie: visitor.cookie } });
  expect((await page.text()).match(/class="portal-claim/g)).toHaveLength(15);
});

test("an auditor was let in and waits for an answer", async () => {
  const [auditor] = (await visitor.get(visitor.ofCompany("/auditors"))).body;
  expect(auditor).toMatchObject({ name: "Ingrid Vos", live: true, projects: [{ name: "SOC 2 readiness" }] });
  const requests = (await visitor.get(visitor.ofCompany("/audit/requests"))).body;
  expect(requests).toMatchObject([{ control: "XC-10", state: "open", askedBy: "Ingrid Vos", answers: [] }]);
  expect(Date.parse(requests[0].dueOn)).toBeGreaterThan(Date.now());
});

test("a control that passed last quarter fell by itself, on the day on which its review was over", async () => {
  const { changes } = (await visitor.get(visitor.ofCompany("/controls/XC-10/history"))).body;
  const [passed, fell] = (changes as { at: string; status: string; reason: string }[]).slice(-2);
  expect([passed!.status, fell!.status]).toEqual(["passing", "needs evidence"]);
  expect(fell!.at).toMatch(/T00:00:00.000Z$/);
  expect(fell!.reason).toMatch(/^3 of 4 decided\. Quarterly access review sign-off expired on /);
});

test("connecting GitHub decides named checks at once", { timeout: 60_000 }, async () => {
  const someone = await Visitor.enter(running.url, "demo", "203.0.113.8");
  const checkOf = async (control: string, checkId: string) => {
    const { checks } = (await someone.get(someone.ofCompany(`/controls/${control}`))).body;
    return (checks as { checkId: string; outcome: string; source: string }[]).find(
      (check) => check.checkId === checkId,
    )!;
  };
  expect(await checkOf("XC-13", "confidentiality.private-repositories")).toMatchObject({ outcome: "not run" });
  expect(await checkOf("XC-18", "change.reviewed")).toMatchObject({ outcome: "not run" });
  const before = (await rows(someone)).find(({ id }) => id === "XC-18")!;
  expect(before).toMatchObject({ status: "needs evidence", basis: { machine: 0, person: 0 } });
  await someone.post(someone.ofCompany("/connections"), { provider: "github", method: "sample", values: {} });
  await expect
    .poll(() => checkOf("XC-13", "confidentiality.private-repositories"), { timeout: 30_000 })
    .toMatchObject({ outcome: "pass" });
  const after = (await rows(someone)).find(({ id }) => id === "XC-18")!;
  expect(after).toMatchObject({ status: "needs evidence", basis: { machine: 3, person: 0 } });
  expect((await checkOf("XC-18", "change.reviewed")).source).toContain("GitHub");
  // What is found there fails what failed before, and takes nothing away from the figures.
  expect(await checkOf("XC-08", "auth.no-secrets-in-code")).toMatchObject({ outcome: "fail" });
  expect((await figures(someone)).controls).toEqual(specified.controls);
  await someone.post("/session/sign-out", {});
});

test("evidence lies in the United States and in the European Union, with its real bytes", async () => {
  const { body } = await visitor.get(visitor.ofCompany("/storage"));
  expect(body.map((item: { displayName: string; items: number }) => [item.displayName, item.items])).toEqual([
    ["United States", 32],
    ["European Union", 15],
  ]);
  const items: { size: number; matterId: string | null }[] = (
    await visitor.get(visitor.ofCompany("/evidence?limit=200"))
  ).body.items;
  // What is privileged counts in nothing, here either.
  const ordinary = items.filter(({ matterId }) => matterId === null);
  const bytes = ordinary.reduce((sum: number, item: { size: number }) => sum + item.size, 0);
  expect(body[0].bytes + body[1].bytes).toBe(bytes);
});

test("the 47 exhibits are 20 policies, 12 of the registers, 8 papers of others, 5 exports and 2 reports", async () => {
  const { items } = (await visitor.get(visitor.ofCompany("/evidence?limit=200"))).body as {
    items: { name: string; type: string; source: string; matterId: string | null }[];
  };
  const ordinary = items.filter(({ matterId }) => matterId === null);
  const registers = ordinary.filter(({ source }) => source === "Exhibit registers");
  const reports = ordinary.filter(({ name }) => /^(Prowler|Trivy) report, /.test(name));
  const policies = ordinary.filter(({ type }) => type === "Policy");
  const exports = ordinary.filter(({ name }) => / (export|configuration|status|enforcement report)$/.test(name));
  const counts = [policies, registers, exports, reports].map(({ length }) => length);
  expect([...counts, ordinary.length - counts.reduce((sum, count) => sum + count, 0)]).toEqual([20, 12, 5, 2, 8]);
});

test("what needs evidence is an overdue review, a stale list of matters, and code that nothing reads", async () => {
  const needing = (await rows(visitor)).filter(({ status }) => status === "needs evidence");
  expect(needing.map(({ id }) => id)).toEqual(["XC-10", "XC-14", "XC-18"]);
  const failing = (await rows(visitor)).filter(({ status }) => status === "failing");
  expect(failing.map(({ id }) => id)).toEqual(["XC-08", "XC-13", "XC-16", "XC-19"]);
});

test("of the 42 checks that registers are for, those that pass rest on them, but where a list of accounts, devices or developers is in a system that nothing reads", async () => {
  const passing = (await rows(visitor)).filter(({ status }) => status === "passing");
  const tested: string[] = [];
  for (const { id } of passing) {
    const { checks } = (await visitor.get(visitor.ofCompany(`/controls/${id}`))).body;
    for (const { checkId, source } of checks as { checkId: string; source: string }[])
      if (programChecks.includes(checkId) && source !== "Exhibit registers") tested.push(checkId);
  }
  expect(tested.toSorted()).toEqual([
    "accounts.one-person-each",
    "inventory.devices-assigned",
    "inventory.repositories-owned",
    "people.screened-before-access",
    "people.terms-signed",
    "policies.acknowledged",
    "privilege.admins-listed",
    "training.developers",
  ]);
});

test("an item opens, downloads and is proven by the ledger", async () => {
  const { items } = (await visitor.get(visitor.ofCompany("/evidence?search=Information%20security"))).body;
  const anItem = await visitor.get(visitor.ofCompany(`/evidence/${items[0].id}`));
  expect(anItem.body.proof.root).toMatch(/=$/);
  const file = await visitor.get(visitor.ofCompany(`/evidence/${items[0].id}/file`));
  expect(await file.response.text()).toContain("What everybody who works here does");
});

test("a bundle of the sample company can be taken along", async () => {
  const begun = await visitor.post(visitor.ofCompany("/exports"), {});
  const bundle = await visitor.get(visitor.ofCompany(`/exports/${begun.body.id}/bundle`));
  expect(bundle.status).toBe(200);
  expect((await bundle.response.arrayBuffer()).byteLength).toBeGreaterThan(50_000);
});

test("three of six providers are connected, and the plan costs nothing until June 1, 2025", async () => {
  const { body } = await visitor.get(visitor.ofCompany("/connections"));
  type Offer = { provider: string; methods: unknown[]; connections: { id: string; state: string; hours: Hour[] }[] };
  type Hour = { state: string };
  const offers = body as Offer[];
  expect(offers.map(({ provider, connections }) => `${provider}: ${connections[0]?.state ?? "not connected"}`)).toEqual(
    [
      "github: not connected",
      "aws: connected",
      "google-workspace: connected",
      "microsoft-365: not connected",
      "okta: connected",
      "jira: not connected",
    ],
  );
  for (const { methods } of offers) expect(methods).toMatchObject([{ id: "sample", fields: [] }]);
  // A day of hours lies behind each, one of them missed.
  const hours = offers.flatMap(({ connections }) => connections[0]?.hours ?? []).map(({ state }) => state);
  expect(Object.groupBy(hours, (state) => state)).toMatchObject({ missed: ["missed"] });
  expect(hours.filter((state) => state === "complete").length).toBe(3 * 24 - 1);
  const aws = await visitor.get(visitor.ofCompany(`/connections/${offers[1]!.connections[0]!.id}`));
  const open = aws.body.checks.flatMap((check: { open: { label: string }[] }) => check.open);
  expect(open.map(({ label }: { label: string }) => label)).toEqual(["d.reyes", "intake-forms", "print-server"]);
  expect(Date.now() - Date.parse(aws.body.lastCollectedAt)).toBeLessThan(2 * 60 * 60_000);
  const company = (await visitor.get(visitor.ofCompany(""))).body;
  expect(company).toMatchObject({ subscriptionTier: "early-access", nextInvoiceOn: "2025-06-01" });
});

test("the company has a team of five, and somebody who is invited", async () => {
  const { body: team } = await visitor.get(visitor.ofCompany("/members"));
  expect(team.map((item: { lastName: string; role: string }) => `${item.lastName}: ${item.role}`)).toEqual([
    "Okafor: owner",
    "Lindqvist: admin",
    "Nair: member",
    "Silva: member",
    "Strand: viewer",
  ]);
  const { body: invitations } = await visitor.get(visitor.ofCompany("/invitations"));
  expect(invitations).toMatchObject([{ email: "kai.brandt@calder-finch.example", role: "member", expired: false }]);
});

test("the admin account sees the four flags in their states, the demo account does not", async () => {
  const admin = await Visitor.enter(running.url, "admin", "203.0.113.2");
  expect((await admin.get("/session")).body.platformAdmin).toBe(true);
  const flags = (await admin.get("/flags")).body.map((item: { key: string; enabled: boolean }) => [
    item.key,
    item.enabled,
  ]);
  expect(flags).toEqual([
    ["multi-framework", false],
    ["ai-evidence", true],
    ["api-access", false],
    ["integrations-beta", true],
  ]);
  expect((await admin.post("/flags/api-access", { enabled: true })).body.enabled).toBe(true);
  expect((await visitor.get("/session")).body.platformAdmin).toBe(false);
  expect((await visitor.get("/flags")).status).toBe(403);
  expect((await visitor.post("/flags/api-access", { enabled: true })).status).toBe(403);
});

test("the admin account finds users, requests and a healthy installation, and none of it outside of its visit", async () => {
  const admin = await Visitor.enter(running.url, "admin", "203.0.113.3");
  const { users } = (await admin.get("/users")).body;
  expect(users.map((user: { role: string }) => user.role).toSorted()).toEqual([
    "admin",
    "manager",
    "manager",
    "manager",
    "user",
    "user",
    "user",
  ]);
  const { requests } = (await admin.get("/requests")).body;
  expect(requests.map((request: { kind: string }) => request.kind)).toEqual(["access", "contact"]);
  expect(Date.parse(requests[1].answerDueAt)).toBeGreaterThan(running.app.services.now().getTime());
  const health = (await admin.get("/health")).body;
  expect(health).toMatchObject({ attention: [], processes: [{ role: "all" }], companies: 1 });
});

// Last, because a clock that runs ahead ends every visit of today.
test("the figures hold from the first second of a day to the last of a visit that begins at its end", async () => {
  const start = startOfDay(dayOf(new Date())).getTime();
  for (const minutes of [0, 1, 12 * 60, 24 * 60 - 1]) {
    running.setNow(new Date(start + minutes * 60_000));
    const late = await Visitor.enter(running.url, "demo", `203.0.113.${10 + (minutes % 200)}`);
    running.setNow(new Date(start + (minutes + 59) * 60_000));
    expect(await figures(late)).toEqual(specified);
    await late.post("/session/sign-out", {});
  }
  running.setNow(undefined);
});

test("one hour of the day before a visit is missing, at whatever hour it begins", async () => {
  const start = startOfDay(dayOf(new Date())).getTime();
  for (const minutes of [5 * 60 + 30, 6 * 60 + 30, 7 * 60 + 30]) {
    running.setNow(new Date(start + minutes * 60_000));
    const someone = await Visitor.enter(running.url, "demo", `203.0.113.${200 + Math.floor(minutes / 60)}`);
    const { body } = await someone.get(someone.ofCompany("/connections"));
    const hours = body.flatMap(
      (offer: { connections: { hours: { state: string }[] }[] }) => offer.connections[0]?.hours ?? [],
    );
    expect(hours.filter(({ state }: { state: string }) => state === "missed")).toHaveLength(1);
    await someone.post("/session/sign-out", {});
  }
  running.setNow(undefined);
});
