import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawSample } from "#domain/sample.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let owner: Person;
let vera: Person;
let company: string;
let project: string;
let hidden: string;
let items: { id: string; exhibit: string }[];

const path = (more: string) => `/companies/${company}${more}`;
const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

async function file(person: Person, name: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01", ...more });
  const { body } = await person.upload(path(`/evidence?${query}`), `text of ${name}`);
  return body as { id: string; exhibit: string };
}

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  vera = await running.person("Vera");
  company = await owner.found("Calder and Finch");
  project = (await owner.post(path("/projects"), { name: "SOC 2", framework: "soc2" })).body.id;
  hidden = (await owner.post(path("/projects"), { name: "Hidden", framework: "soc2" })).body.id;
  items = [];
  for (const name of ["One", "Two", "Three", "Four"]) items.push(await file(owner, name));
});
afterAll(() => running.close());

test("an auditor is invited to chosen projects until a day, told so by mail and page, and sees those alone", async () => {
  const invite = (more: Record<string, unknown>) =>
    owner.post(path("/auditors/invitations"), { email: vera.email, projects: [project], endsOn: day(30), ...more });
  expect((await invite({ endsOn: day(-2) })).body.code).toBe("audit-too-long");
  expect((await invite({ endsOn: day(800) })).body.code).toBe("audit-too-long");
  expect((await invite({ projects: [company] })).body.code).toBe("no-such-project");
  expect((await invite({ email: owner.email })).body.code).toBe("is-member");
  const { body } = await invite({});
  expect(body.invitation).toMatchObject({ role: "auditor", audit: { projects: ["SOC 2"] } });
  await running.app.runTasks();
  const mail = running.mails.findLast(({ to }) => to === vera.email)!;
  expect(mail.subject).toContain("to audit Calder and Finch");
  expect(mail.text).toContain("SOC 2");
  const token = new URL(body.link).searchParams.get("token");
  expect((await vera.post("/invitations/look", { token })).body.audit.projects).toEqual(["SOC 2"]);
  expect((await vera.get(path("/projects"))).status).toBe(404);
  expect((await vera.post("/invitations/accept", { token })).body.outcome).toBe("joined");
  expect((await vera.get("/companies")).body).toEqual([expect.objectContaining({ id: company, role: "auditor" })]);
  expect((await vera.get(path("/audit"))).body.projects.map(({ name }: { name: string }) => name)).toEqual(["SOC 2"]);
  expect((await vera.get(path(`/projects/${project}`))).body.controls).toHaveLength(22);
  expect((await vera.get(path(`/projects/${hidden}`))).status).toBe(404);
  expect((await owner.post(path("/invitations"), { email: vera.email, role: "viewer" })).body.code).toBe("is-auditor");
});

test("they read evidence with its proof and file, and change nothing", async () => {
  const { body } = await vera.get(path(`/evidence/${items[0]!.id}`));
  expect(body.proof.path).toBeInstanceOf(Array);
  const download = await vera.get(path(`/evidence/${items[0]!.id}/file`));
  expect(await download.response.text()).toBe("text of One");
  expect((await vera.get(path("/controls/XC-01"))).body.evidence).toHaveLength(4);
  const query = new URLSearchParams({ name: "x", fileName: "x", type: "Policy", controls: "XC-01" });
  expect((await vera.upload(path(`/evidence?${query}`), "x")).body.code).toBe("forbidden");
  for (const closed of ["/exports", "/activity", "/members", "/matters", "/records", ""]) {
    const answer = await vera.get(path(closed));
    expect(`${closed} ${answer.body.code}`).toBe(`${closed} forbidden`);
  }
});

test("every look is recorded in words, and the owner reads them beside the auditor, not in the way of the activity", async () => {
  const [auditor] = (await owner.get(path("/auditors"))).body;
  expect(auditor).toMatchObject({ name: "Vera Example", live: true, projects: [{ name: "SOC 2" }] });
  const { entries } = (await owner.get(path(`/auditors/${auditor.id}/views`))).body;
  const sentence = entries.map((entry: { sentence: string }) => entry.sentence);
  expect(sentence).toContain(`viewed, as an auditor, ${items[0]!.exhibit}`);
  expect(sentence).toContain(`viewed, as an auditor, the file of ${items[0]!.exhibit}`);
  expect(sentence).toContain("viewed, as an auditor, “SOC 2”");
  const activity = (await owner.get(path("/activity"))).body.entries;
  expect(activity.filter((entry: { event: string }) => entry.event === "audit.viewed")).toEqual([]);
  const asked = (await owner.get(path("/activity?kind=audit"))).body.entries;
  expect(asked.map((entry: { event: string }) => entry.event)).toContain("audit.viewed");
});

test("a request is asked, answered with items, asked once more, accepted; both sides read it, and nothing privileged is in it", async () => {
  const { body: matter } = await owner.post(path("/matters"), { name: "A v. B", basis: "work product", join: true });
  const secret = await file(owner, "Memo", { matter: matter.id });
  expect((await vera.post(path("/audit/requests"), { projectId: hidden, text: "x", dueOn: day(3) })).status).toBe(404);
  const asked = await vera.post(path("/audit/requests"), {
    projectId: project,
    control: "XC-01",
    text: "The policy",
    dueOn: day(3),
  });
  expect(asked.status).toBe(200);
  const answers = path(`/audit/requests/${asked.body.id}/answers`);
  expect((await owner.post(answers, { text: "Here", items: [secret.id] })).status).toBe(404);
  expect((await owner.post(answers, { text: "Here", items: [items[1]!.id] })).status).toBe(200);
  await running.app.runTasks();
  expect(running.mails.findLast(({ to }) => to === vera.email)!.subject).toBe(
    "Calder and Finch answered your request for evidence",
  );
  const [seen] = (await vera.get(path("/audit/requests"))).body;
  expect(seen).toMatchObject({
    state: "answered",
    wanted: "The policy",
    answers: [{ text: "Here", items: [{ exhibit: items[1]!.exhibit }] }],
  });
  const settle = (outcome: string) => vera.post(path(`/audit/requests/${asked.body.id}/state`), { outcome });
  expect((await owner.post(path(`/audit/requests/${asked.body.id}/state`), { outcome: "accepted" })).status).toBe(403);
  expect((await settle("open")).status).toBe(200);
  expect((await settle("accepted")).body.code).toBe("request-not-open");
  await owner.post(answers, { text: "And this", items: [] });
  expect((await settle("accepted")).status).toBe(200);
  expect((await owner.post(answers, { text: "Too late" })).body.code).toBe("request-not-open");
  expect((await owner.get(path("/audit/requests"))).body[0]).toMatchObject({
    state: "accepted",
    askedBy: "Vera Example",
  });
  const comment = (person: Person, about: Record<string, unknown>) =>
    person.post(path("/audit/comments"), { projectId: project, text: "Noted", ...about });
  expect((await comment(vera, { item: items[0]!.id })).status).toBe(200);
  expect((await comment(owner, { control: "XC-01" })).status).toBe(200);
  expect((await comment(vera, { item: secret.id })).status).toBe(404);
  expect((await comment(owner, { item: secret.id })).status).toBe(404);
  expect((await comment(vera, { projectId: hidden, control: "XC-01" })).status).toBe(404);
  for (const person of [vera, owner])
    expect(
      (await person.get(path("/audit/comments"))).body.map((item: { byAuditor: boolean }) => item.byAuditor),
    ).toEqual([true, false]);
});

test("a sample can be drawn again by anyone from its seed, and holds nothing privileged", async () => {
  const drawn = await vera.post(path("/audit/samples"), {
    projectId: project,
    control: "XC-01",
    from: day(-1),
    to: day(1),
    size: 2,
    seed: "2026",
  });
  const { body } = await vera.get(path(`/audit/samples/${drawn.body.id}`));
  expect(body.sample).toMatchObject({ seed: "2026", population: 4, size: 2 });
  const again = drawSample((text) => createHash("sha256").update(text).digest(), {
    seed: "2026",
    population: [1, 2, 3, 4],
    size: 2,
  });
  expect(body.items.map((item: { exhibit: string }) => Number(item.exhibit.slice(3)))).toEqual(again);
  expect((await owner.get(path("/audit/samples"))).body).toHaveLength(1);
});

test("what was drawn and withdrawn since stays in the sample, with its day, person and reason, and with nothing privileged", async () => {
  const [{ id }] = (await vera.get(path("/audit/samples"))).body;
  const before = (await vera.get(path(`/audit/samples/${id}`))).body;
  expect(before.gone).toEqual([]);
  const [gone, left] = before.items as { id: string; exhibit: string }[];
  await owner.post(path(`/evidence/${gone!.id}/withdrawal`), { reason: "Filed by mistake" });
  const after = (await vera.get(path(`/audit/samples/${id}`))).body;
  expect(after.items.map((item: { exhibit: string }) => item.exhibit)).toEqual([left!.exhibit]);
  expect(after.gone).toEqual([
    {
      exhibit: gone!.exhibit,
      withdrawn: { by: expect.stringMatching(/\S/), at: expect.any(String), reason: "Filed by mistake" },
    },
  ]);
  expect((await vera.get(path(`/evidence/${gone!.id}`))).status).toBe(404);
  expect((await vera.get(path("/controls/XC-01"))).body.evidence).toHaveLength(3);
  await owner.send("DELETE", path(`/evidence/${gone!.id}/withdrawal`));
  expect((await vera.get(path(`/audit/samples/${id}`))).body.gone).toEqual([]);
});

test("what an answer or a comment names and was withdrawn since is said with its day, person and reason", async () => {
  const [request] = (await vera.get(path("/audit/requests"))).body;
  const [answer] = request.answers;
  expect(answer.gone).toEqual([]);
  const about = (await vera.get(path("/audit/comments"))).body.find((each: { item: unknown }) => each.item !== null);
  for (const id of [answer.items[0].id, about.item.id])
    await owner.post(path(`/evidence/${id}/withdrawal`), { reason: "Filed by mistake" });
  const withdrawn = { by: expect.stringMatching(/\S/), at: expect.any(String), reason: "Filed by mistake" };
  for (const person of [vera, owner]) {
    const [again] = (await person.get(path("/audit/requests"))).body;
    expect(again.answers[0]).toMatchObject({ items: [], gone: [{ exhibit: answer.items[0].exhibit, withdrawn }] });
    const comments = (await person.get(path("/audit/comments"))).body;
    expect(comments.find(({ id }: { id: string }) => id === about.id)).toMatchObject({
      item: null,
      gone: { exhibit: about.item.exhibit, withdrawn },
    });
  }
  for (const id of [answer.items[0].id, about.item.id]) await owner.send("DELETE", path(`/evidence/${id}/withdrawal`));
  expect((await vera.get(path("/audit/requests"))).body[0].answers[0].gone).toEqual([]);
});

test("whose time is over, or was ended, is answered like a stranger, and comes back when it is extended", async () => {
  const [auditor] = (await owner.get(path("/auditors"))).body;
  expect((await owner.send("DELETE", path(`/auditors/${auditor.id}`))).status).toBe(200);
  const stranger = await running.person("Sam");
  for (const to of ["/projects", "/evidence", "/audit"]) {
    const answer = await vera.get(path(to));
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual((await stranger.get(path(to))).body);
  }
  expect((await vera.get("/companies")).body).toEqual([]);
  const change = (endsOn: string) =>
    owner.send("PATCH", path(`/auditors/${auditor.id}`), JSON.stringify({ projects: [hidden], endsOn }), {
      "content-type": "application/json",
    });
  expect((await change(day(5))).body).toMatchObject({ live: true, projects: [{ name: "Hidden" }] });
  expect((await vera.get(path(`/projects/${hidden}`))).status).toBe(200);
  expect((await vera.get(path(`/projects/${project}`))).status).toBe(404);
});
