import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let owner: Person;
let member: Person;
let viewer: Person;
let company: string;

const profile = {
  industry: "technology",
  companySize: "small",
  employeeCount: 12,
  annualRevenue: 900_000,
  paymentProcessing: false,
  storesPii: true,
  customerRegions: ["north_america"],
};

const at = (path = "") => `/companies/${company}/onboarding${path}`;

async function join(person: Person, role: string): Promise<void> {
  await addMember(running, company, person.id, role);
}

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  member = await running.person("Milo");
  viewer = await running.person("Vera");
  company = await owner.found("Onboarded Ltd");
  await join(member, "member");
  await join(viewer, "viewer");
});

afterEach(() => running.setNow(undefined));
afterAll(() => running.close());

describe("what is wrong is said field by field, in the sentences of the specification", () => {
  test.each([
    ["industry", "", "Please select an industry"],
    ["industry", undefined, "Please select an industry"],
    ["industry", "law", "Please select an industry"],
    ["employeeCount", 0, "Must be a positive number"],
    ["employeeCount", -1, "Must be a positive number"],
    ["employeeCount", 1.5, "Must be a positive number"],
    ["employeeCount", "12", "Must be a positive number"],
    ["employeeCount", undefined, "Must be a positive number"],
    ["annualRevenue", -0.01, "Must be zero or greater"],
    ["annualRevenue", "much", "Must be zero or greater"],
    ["customerRegions", [], "Select at least one region"],
  ])("%s as %j: %s", async (path, value, message) => {
    const { status, body } = await owner.post(at(), { ...profile, [path]: value });
    expect({ status, code: body.code, fields: body.data.fields }).toEqual({
      status: 400,
      code: "invalid-input",
      fields: [{ path, message }],
    });
  });

  test("and nothing is kept of it", async () => {
    expect((await owner.get(at())).body).toEqual({ profile: null, draft: null, recommendations: [] });
  });
});

describe("a submitted profile", () => {
  test("takes the defaults of the specification for what was not said", async () => {
    const { industry, employeeCount } = { industry: "other", employeeCount: 1 };
    const said = { industry, employeeCount, annualRevenue: 0, customerRegions: ["africa"] };
    const { status, body } = await owner.post(at(), said);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ companySize: "small", paymentProcessing: false, storesPii: false });
    expect(body.recommendations).toEqual([
      {
        framework: "soc2",
        because: "Because no other framework follows from your answers.",
        hasProject: false,
        availability: "open",
      },
    ]);
  });

  test("is changed by a member, stays one, keeps its id, and each submission is in the ledger", async () => {
    const before = (await owner.get(at())).body.profile;
    const { body } = await member.post(at(), { ...profile, customerRegions: ["europe", "north_america", "europe"] });
    expect(body.profile).toMatchObject({ ...profile, id: before.id, customerRegions: ["north_america", "europe"] });
    expect(body.recommendations.map((recommendation: { framework: string }) => recommendation.framework)).toEqual([
      "soc2",
      "hipaa",
      "gdpr",
      "fedramp",
    ]);
    const { rows } = await running.database.admin.query(
      "SELECT actor_id, details FROM app.ledger_acts WHERE company_id = $1 AND event = 'onboarding.submitted' ORDER BY at",
      [company],
    );
    expect(rows.map(({ actor_id }) => actor_id)).toEqual([owner.id, member.id]);
  });

  test("marks the frameworks that already have a project", async () => {
    await owner.post(`/companies/${company}/projects`, { name: "Ours", framework: "hipaa" });
    const { recommendations } = (await viewer.get(at())).body;
    const marked = recommendations.filter((recommendation: { hasProject: boolean }) => recommendation.hasProject);
    expect(marked.map((item: { framework: string }) => item.framework)).toEqual(["hipaa"]);
  });

  test("U4: no recommendation leads to a closed door: each says whether the company can have a project of it", async () => {
    const growing = await owner.found("Growing Ltd");
    await running.database.admin.query("UPDATE app.companies SET subscription_tier = 'starter' WHERE id = $1", [
      growing,
    ]);
    const path = `/companies/${growing}/projects`;
    const answers = {
      ...profile,
      companySize: "large",
      annualRevenue: 30_000_000,
      customerRegions: ["europe", "north_america"],
    };
    await owner.post(`/companies/${growing}/onboarding`, answers);
    const asked = async () => {
      const { body } = await owner.get(`/companies/${growing}/onboarding`);
      return body.recommendations as { framework: string; availability: string }[];
    };
    const of = (list: Awaited<ReturnType<typeof asked>>, availability: string) =>
      list.filter((item) => item.availability === availability).map(({ framework }) => framework);
    expect(of(await asked(), "coming soon")).toEqual(["gdpr", "ccpa"]);
    expect(of(await asked(), "open")).toEqual(["soc2", "hipaa", "iso27001", "fedramp", "nistcsf"]);
    for (const framework of ["soc2", "hipaa", "iso27001"]) await owner.post(path, { name: "Ours", framework });
    const full = await asked();
    expect(of(full, "open")).toEqual(["soc2", "hipaa", "iso27001"]);
    expect(of(full, "not in plan")).toEqual(["fedramp", "nistcsf"]);
    // What is said is what happens.
    for (const { framework, availability } of full) {
      const answer = await owner.post(path, { name: "Another", framework });
      expect([framework, answer.body.code ?? "open"]).toEqual([
        framework,
        { open: "open", "coming soon": "framework-closed", "not in plan": "framework-limit" }[availability],
      ]);
    }
  });

  test("is read by a viewer and answered by none", async () => {
    expect((await viewer.get(at())).status).toBe(200);
    expect((await viewer.post(at(), profile)).status).toBe(403);
    const draft = await viewer.send("PATCH", at(), JSON.stringify({ step: 1, answers: {} }), {
      "content-type": "application/json",
    });
    expect(draft.status).toBe(403);
  });
});

describe("unfinished answers", () => {
  const keep = (person: Person, step: number, answers: object) =>
    person.send("PATCH", at(), JSON.stringify({ step, answers }), { "content-type": "application/json" });
  const draftOf = async (person: Person) => (await person.get(at())).body.draft;

  test("are there again on another device, and nobody else sees them", async () => {
    await keep(member, 1, { industry: "healthcare" });
    await keep(member, 2, { industry: "healthcare", employeeCount: "", annualRevenue: "1e", storesPii: true });
    const elsewhere = new Person(running.url, member.name, member.email);
    await elsewhere.signIn();
    expect(await draftOf(elsewhere)).toMatchObject({
      step: 2,
      answers: { industry: "healthcare", employeeCount: "", annualRevenue: "1e", storesPii: true },
    });
    expect(await draftOf(owner)).toBeNull();
  });

  test.each([
    [0, {}],
    [5, {}],
    [1, { industry: "law" }],
    [1, { employeeCount: 12 }],
    [1, { customerRegions: ["mars"] }],
  ])("of a wrong type are refused: step %i, %j", async (step, answers) => {
    expect((await keep(member, step, answers)).status).toBe(400);
  });

  test("leave no entry in the ledger", async () => {
    const size = async () =>
      (await running.database.admin.query("SELECT size FROM app.ledger_heads WHERE company_id = $1", [company])).rows[0]
        .size;
    const before = await size();
    await keep(member, 3, { storesPii: true });
    expect(await size()).toBe(before);
  });

  test("of others stay theirs when somebody submits, and are not offered over what is newer", async () => {
    await keep(owner, 2, { industry: "nonprofit" });
    await owner.post(at(), profile);
    expect(await draftOf(owner)).toBeNull();
    expect(await draftOf(member)).toBeNull();
    await keep(member, 1, { industry: "financial" });
    expect(await draftOf(member)).toMatchObject({ step: 1, answers: { industry: "financial" } });
  });

  test("are forgotten with the membership", async () => {
    const remove = "DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2";
    await running.database.admin.query(remove, [company, member.id]);
    const { rows } = await running.database.admin.query("SELECT FROM app.onboarding_drafts WHERE user_id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("the stopwatch", () => {
  test("runs from the owner's sign-up to the first report that was taken, and then stands still", async () => {
    const begun = new Date();
    const founder = await running.person("Fay");
    const firm = await founder.found("Fay's Firm");
    const setup = async (who = founder) => (await who.get(`/companies/${firm}/onboarding/setup`)).body;
    const reached = async () =>
      (await setup()).steps.filter((step: { at: string | null }) => step.at).map((step: { step: string }) => step.step);
    expect(await reached()).toEqual(["company"]);
    await founder.post(`/companies/${firm}/onboarding`, profile);
    await founder.post(`/companies/${firm}/projects`, { name: "SOC 2", framework: "soc2" });
    const query = new URLSearchParams({ name: "Policy", fileName: "p.txt", type: "Policy", controls: "XC-01" });
    await founder.upload(`/companies/${firm}/evidence?${query}`, "policy");
    expect(await reached()).toEqual(["company", "profile", "project", "evidence"]);
    running.setNow(new Date(begun.getTime() + 88.5 * 60_000));
    expect((await setup()).clock).toEqual({ since: "sign-up", minutes: 88, running: true });

    const { id } = (await founder.post(`/companies/${firm}/exports`, {})).body;
    expect((await setup()).firstReportAt).toBeNull();
    const take = async () => {
      const { response } = await founder.get(`/companies/${firm}/exports/${id}/bundle`);
      await response.arrayBuffer();
    };
    await take();
    await expect.poll(async () => (await setup()).firstReportAt).not.toBeNull();
    const first = await setup();
    expect(first.clock).toEqual({ since: "sign-up", minutes: 88, running: false });
    expect(first.steps.at(-1)).toEqual({ step: "report", at: first.firstReportAt });
    running.setNow(new Date(begun.getTime() + 600 * 60_000));
    await take();
    expect(await setup()).toEqual(first);
  });

  test("is shown to the owner; others see how far the company is, and not when its owner signed up", async () => {
    const { body } = await viewer.get(at("/setup"));
    expect(body).toMatchObject({ signedUpAt: null, clock: null });
    expect(body.steps).toHaveLength(5);
    expect((await owner.get(at("/setup"))).body.clock.since).toBe("sign-up");
  });

  test("of a second company begins with that company", async () => {
    const second = await owner.found("Second Ltd");
    expect((await owner.get(`/companies/${second}/onboarding/setup`)).body.clock.since).toBe("company");
  });
});
