import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

test("Rita starts from usual risks, rates one, sees it against the appetite, and is told what a meeting and a restore lack", async ({
  page,
  server,
}) => {
  const [rita, ada] = (await Promise.all(
    ["Rita", "Ada"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@risks.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await rita.found("Risks and Sons");
  const { body: invited } = await rita.post(`/companies/${company}/invitations`, { email: ada.email, role: "admin" });
  await ada.post("/invitations/accept", { invitationId: invited.invitation.id });
  const at = (more: string) => `/companies/${company}/registers/${more}`;
  const add = async (register: string, fields: Record<string, unknown>) =>
    (await rita.post(at(`${register}/records`), { fields })).body;
  await add("people", { name: "Rita Moss", kind: "partner", startsAt: "2026-01-01" });
  const fields = {
    subject: "Appetite",
    kind: "risk-appetite",
    reason: "Leadership",
    expiresOn: "2199-01-01",
    score: 9,
  };
  const appetite = await add("approvals", fields);
  await ada.post(at(`approvals/records/${appetite.id}/approval`), { version: 1 });
  await signIn(page, server.url, rita);
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });

  await test.step("the empty register offers usual risks, of which none is rated", async () => {
    await page.goto(`${server.url}/dashboard/program/risks`);
    await expect(page.getByText("Choose from 12 for a law firm or 12 for a software company")).toBeVisible();
    await look(page, "risks-empty");
    await wide();
    await page.getByRole("button", { name: "Choose usual risks" }).click();
    const dialog = page.getByRole("dialog", { name: "Start with usual risks" });
    await expect(dialog.getByRole("button", { name: "Add risks" })).toBeDisabled();
    await dialog.getByRole("group", { name: "Law firm" }).getByLabel("All 12").check();
    await dialog.getByRole("group", { name: "Law firm" }).getByLabel("Someone walks into the office").uncheck();
    await look(page, "risks-usual");
    await wide();
    await dialog.getByRole("button", { name: "Add 11 risks" }).click();
    await expect(page.getByRole("table", { name: "Risks" }).getByText("Not rated").first()).toBeVisible();
    await expect(page.getByText("11 risks not rated yet.")).toBeVisible();
  });

  await test.step("a rated risk stands in the picture, above the appetite", async () => {
    await page.getByRole("link", { name: "A phishing mail gives away a mailbox" }).click();
    const panel = page.getByRole("complementary", { name: "risk details" });
    await panel.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: /Edit RSK-/ });
    await dialog.getByLabel("Likelihood (optional)", { exact: true }).selectOption("4");
    await dialog.getByLabel("Impact (optional)", { exact: true }).selectOption("5");
    await dialog.getByLabel("Rated on (optional)").fill("2026-11-01");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(panel.getByText("20 Very high (4 × 5)").first()).toBeVisible();
    await expect(panel.getByText("Above 9", { exact: true })).toBeVisible();
    await expect(panel.getByText("Against your appetite: Above 9.")).toBeVisible();
    await expect(panel.getByText("The record changed").first()).toBeVisible();
    await look(page, "risks-panel");
    await wide();
    await panel.getByRole("button", { name: "Close" }).click();
    const picture = page.getByRole("table", { name: "Residual risks, likelihood by impact" });
    await expect(
      picture
        .getByRole("row", { name: /^4 Likely/ })
        .getByRole("cell")
        .nth(4),
    ).toHaveText("1 at score 20, above your appetite");
    await expect(page.getByText("Your risk appetite is 9 of 25.")).toBeVisible();
    await expect(page.getByText("1 risk above it.")).toBeVisible();
    await look(page, "risks");
    await wide();
  });

  await test.step("the Overview says how many are over the appetite, and leads to those alone", async () => {
    await page.goto(`${server.url}/dashboard/program`);
    const row = page.getByRole("table", { name: "Registers" }).getByRole("row", { name: /Risks/ });
    await expect(row).toContainText("11 open");
    await look(page, "program-standing");
    await wide();
    // What first steps take, how many checks each decides, and how much of it is behind her.
    const steps = page.getByRole("region", { name: "First steps" });
    const people = steps.getByRole("listitem").filter({ hasText: "Add your people" });
    await expect(steps).toContainText("About 90 minutes for 12 people.");
    await expect(people.getByText("6 min", { exact: true })).toBeVisible();
    await expect(people.getByText("8 checks, 1 document", { exact: true })).toBeVisible();
    await rita.post(at("people/confirmation"), { count: 1 });
    await page.reload();
    await expect(steps).toContainText("6 of 90 minutes done. 9 steps are left.");
    await expect(people).toContainText("Done");
    await row.getByRole("link", { name: "1 over appetite" }).click();
    await expect(page.getByLabel("Filter", { exact: true })).toHaveValue("asks:above");
    const listed = page.getByRole("table", { name: "Risks" }).getByRole("link");
    await expect(listed).toHaveText(["A phishing mail gives away a mailbox"]);
  });

  await test.step("a meeting with one attendee is refused at its field", async () => {
    await page.goto(`${server.url}/dashboard/program/meetings`);
    await expect(page.getByRole("heading", { name: "No meetings yet" })).toBeVisible();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add meeting" });
    await dialog.getByLabel("Meeting", { exact: true }).fill("Security review");
    await dialog.getByLabel("Kind").selectOption("leadership");
    await dialog.getByLabel("Held on").fill("2026-11-02");
    await dialog.getByLabel("Attendees").fill("Rita");
    await page.getByRole("option", { name: /Rita Moss/ }).click();
    await dialog.getByLabel("Decisions (optional)").fill("Buy a second backup.");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("A meeting has at least two attendees.")).toBeVisible();
    await look(page, "meetings-refused");
    await wide();
  });

  await test.step("a restore that nothing is to compare with says so, and so does a retest of two of three findings", async () => {
    const { body: system } = await rita.post(`/companies/${company}/systems`, { name: "Files", kinds: ["cloud"] });
    const test = { doneOn: "2026-11-03", by: "outside", firm: "Northgate Labs" };
    const restore = { recoveryHours: 3, lossHours: 1, complete: "yes", systemIds: [system.id] };
    await add("tests", { ...test, title: "Restore of files", kind: "restore", ...restore });
    const query = new URLSearchParams({ name: "Retest", fileName: "retest.txt", type: "Report", controls: "XC-19" });
    const retest = (await rita.upload(`/companies/${company}/evidence?${query}`, "closed")).body.exhibit;
    await add("tests", { ...test, title: "Penetration test", kind: "pentest", grave: 3, retest, closed: 2 });
    await page.goto(`${server.url}/dashboard/program/tests`);
    await expect(page.getByText(/There is no recovery time \(RTO\) or data loss/)).toBeVisible();
    await expect(page.getByText("The retest covers 2 of 3 findings.")).toBeVisible();
    await look(page, "tests");
  });

  await test.step("an approval that was a mistake is withdrawn with a reason, and its history says so", async () => {
    await page.goto(`${server.url}/dashboard/program/approvals?record=${appetite.id}`);
    const panel = page.getByRole("complementary", { name: "approval details" });
    await panel.getByRole("button", { name: "Withdraw approval" }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw approval" });
    await dialog.getByLabel("Reason").fill("Leadership has not met yet");
    await look(page, "approval-withdrawn");
    await wide();
    await dialog.getByRole("button", { name: "Withdraw approval" }).click();
    await expect(panel.getByText("Waiting for approval")).toBeVisible();
    await expect(panel.getByText("withdrew the approval")).toBeVisible();
  });
});
