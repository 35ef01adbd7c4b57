import type { Locator } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

const HOUR_MS = 3_600_000;

test("Noor reports an incident, sees the hours left of each duty and contract, decides on notice and closes it; an exercise does the same and files its report", async ({
  page,
  server,
}) => {
  const [noor, ada] = (await Promise.all(
    ["Noor", "Ada"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@incidents.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await noor.found("Hale & Moor LLP");
  const at = (more: string) => `/companies/${company}${more}`;
  const { body: invited } = await noor.post(at("/invitations"), { email: ada.email, role: "admin" });
  await ada.post("/invitations/accept", { invitationId: invited.invitation.id });
  const file = async (name: string) => {
    const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-20" });
    return (await noor.upload(at(`/evidence?${query}`), name)).body.exhibit as string;
  };
  const add = async (register: string, fields: Record<string, unknown>) =>
    (await noor.post(at(`/registers/${register}/records`), { fields })).body;
  await add("people", { name: "Noor Haddad", kind: "partner", startsAt: "2020-01-01" });
  const engagement = { title: "Engagement of Acme", kind: "client", client: "Acme", signedOn: "2026-01-01" };
  await add("contracts", { ...engagement, file: await file("Engagement"), noticeHours: 24 });
  const memo = await file("Memo on notice");
  for (const register of ["incidents", "tests"])
    await noor.post(at(`/registers/${register}/confirmation`), { count: 0 });
  await signIn(page, server.url, noor);
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });
  const panel = page.getByRole("complementary", { name: "incident details" });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const enter = async (form: Locator, label: string, instant: string) => {
    await form.getByLabel(label, { exact: true }).fill(instant.slice(0, 10));
    await form.getByLabel(`${label.replace(" (optional)", "")}, time in UTC`).fill(instant.slice(11, 16));
  };
  const pick = async (form: Locator, label: string, text: string) => {
    await form.getByLabel(label, { exact: true }).fill(text);
    await form
      .getByRole("option", { name: new RegExp(text) })
      .first()
      .click();
  };
  const report = async (title: string, kind: string) => {
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add incident" });
    await dialog.getByLabel("Incident", { exact: true }).fill(title);
    await dialog.getByLabel("Kind", { exact: true }).selectOption({ label: kind });
    await enter(dialog, "Discovered", hoursAgo(5));
    await pick(dialog, "Incident lead", "Noor");
    await dialog
      .getByRole("group", { name: /^Data it touched/ })
      .getByLabel("Personal")
      .check();
    const places = dialog.getByRole("group", { name: /^Where affected people live/ });
    for (const place of ["European Union or EEA", "California"]) await places.getByLabel(place).check();
    return dialog;
  };
  const edit = async () => {
    await panel.getByRole("button", { name: "Edit" }).click();
    return page.getByRole("dialog", { name: /^Edit INC-/ });
  };
  const save = async (dialog: Locator) => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step("she reports it, and each duty and each contract of a client says how many hours are left", async () => {
    await page.goto(`${server.url}/dashboard/program/incidents`);
    await expect(page.getByRole("heading", { name: "No incidents and exercises yet" })).toBeVisible();
    const dialog = await report("A laptop was left on a train", "Incident");
    await look(page, "incident-report", { themes: ["light"] });
    await wide();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const deadlines = panel.getByRole("list", { name: "Deadlines to give notice" }).getByRole("listitem");
    // Acme's contract asks first: whether the incident touched Acme nobody has said yet.
    await expect(deadlines.first()).toContainText("Engagement of Acme");
    await expect(deadlines.first()).toContainText(/18 hours left|19 hours left/);
    await expect(deadlines.first()).toContainText("if the incident touched this client");
    await expect(deadlines.filter({ hasText: "GDPR, supervisory authority" })).toContainText(/6[67] hours left/);
    await expect(deadlines.filter({ hasText: "California" })).toContainText(/71[45] hours left/);
    await look(page, "incident-deadlines");
    await wide();
  });

  await test.step("she decides to give notice, with the memo that says so, and closes it", async () => {
    let dialog = await edit();
    await pick(dialog, "Contracts that ask for notice (optional)", "Engagement of Acme");
    await dialog.getByLabel("Notice decision (optional)", { exact: true }).selectOption({ label: "Give notice" });
    await enter(dialog, "Decided (optional)", hoursAgo(4));
    await pick(dialog, "Record of the decision (optional)", memo);
    await save(dialog);
    const deadlines = panel.getByRole("list", { name: "Deadlines to give notice" }).getByRole("listitem");
    await expect(deadlines.first()).toContainText("The contract's breach notice");
    await expect(deadlines.first()).toContainText("hours left");
    dialog = await edit();
    await dialog.getByLabel("Severity (optional)", { exact: true }).selectOption({ label: "High" });
    await dialog.getByLabel("Timeline (optional)", { exact: true }).fill("08:10 left on the train. 08:40 wiped.");
    await dialog.getByLabel("Cause (optional)", { exact: true }).fill("Nobody looked back.");
    await dialog.getByLabel("Lessons (optional)", { exact: true }).fill("Bags stay closed on trains.");
    await enter(dialog, "Closed (optional)", hoursAgo(1));
    await save(dialog);
    // Whoever looks at it afterwards sees no clock that still runs.
    await expect(deadlines.first()).toContainText("Closed");
    await expect(panel.getByText(/hours left/)).toHaveCount(0);
    await look(page, "incident-closed");
    await wide();
    await panel.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("table", { name: /Incidents/ })).toContainText("Decided");
  });

  await test.step("an exercise runs on the same screen, and files its own report once another person has approved it", async () => {
    const dialog = await report("Exercise: a lost laptop", "Exercise");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const deadlines = panel.getByRole("list", { name: "Exercise: deadlines to give notice" });
    await expect(deadlines.getByRole("listitem").filter({ hasText: "GDPR" })).toContainText(/6[67] hours left/);
    await expect(panel.getByText("the exercise report is filed in your name")).toBeVisible();
    await look(page, "exercise-deadlines");
    await wide();
    const form = await edit();
    await form.getByLabel("Lessons (optional)", { exact: true }).fill("The list of calls was old.");
    await enter(form, "Closed (optional)", hoursAgo(1));
    await save(form);
    await expect(panel.getByText("Once another person approves it, the exercise report is filed")).toBeVisible();
    const id = new URL(page.url()).searchParams.get("record")!;
    // An edit is on screen before it is answered.
    const read = async () => (await ada.get(at(`/registers/incidents/records/${id}`))).body;
    await expect.poll(async () => (await read()).fields.closedAt).toBeDefined();
    const record = await read();
    await ada.post(at(`/registers/incidents/records/${id}/approval`), { version: record.version });
    const filings = async () =>
      (await ada.get(at("/documents"))).body.find((each: { id: string }) => each.id === "incident.exercise-report")
        .filings;
    await expect.poll(async () => (await filings()).length).toBe(1);
    expect((await filings())[0]).toMatchObject({ filedBy: { userId: noor.id }, mayReview: true, review: null });
    await page.reload();
    await expect(panel.getByText("in the name of whoever closed it, if they may still file documents")).toBeVisible();
    await look(page, "exercise-closed");
  });
});
