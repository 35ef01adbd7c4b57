import type { Browser, Page } from "@playwright/test";
import { spokenNumber } from "#web/workspace/exhibit-numbers.ts";
import { look } from "../support/look.ts";
import { expect, test } from "../support/end-to-end.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";
import type { ServerProcess } from "../support/server-process.ts";

let server: ServerProcess;
test.beforeAll(({ server: shared }) => {
  server = shared;
});

const signUp = (name: string, email: string) => Person.signUp(server.url, name, email, () => server.tokenFor(email));

/** A browser with somebody's session, which is another one after each change of their rights. */
async function pageOf(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await comeIn(page, server.url, person);
  return page;
}

const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** A person and two vendors, confirmed complete: they are sealed some seconds later. */
async function keepVendors(olive: Person, company: string, report: string): Promise<void> {
  const at = (register: string, more: string) => `/companies/${company}/registers/${register}/${more}`;
  const add = async (register: string, fields: Record<string, unknown>) =>
    (await olive.post(at(register, "records"), { fields })).body as { id: string };
  const ada = await add("people", {
    name: "Ada Lin",
    email: "ada@audited.example",
    kind: "partner",
    startsAt: "2024-03-01T09:00:00Z",
  });
  const vendor = { service: "Hosting", rating: "high", data: ["client"], hosting: "yes", ownerId: ada.id };
  const { id } = await add("vendors", { ...vendor, name: "Northwind Mail" });
  await add("vendors", { ...vendor, name: "Harbor Hosting", location: "Germany" });
  await add("assurances", { title: "SOC 2 of Northwind", vendorId: id, kind: "soc2", datedOn: "2026-01-31", report });
  await olive.post(at("people", "confirmation"), { count: 1 });
  await olive.post(at("vendors", "confirmation"), { count: 2 });
}

test("Vera audits a firm: privileged items stay within their access list, and she reads, samples, asks and is ended", async ({
  browser,
}) => {
  const olive = await signUp("Olive", "olive@audited.example");
  const company = await olive.found("Audited and Partners");
  const path = (more: string) => `/companies/${company}${more}`;
  await olive.post(path("/projects"), { name: "SOC 2 of the firm", framework: "soc2" });
  const file = async (name: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01", ...more });
    return (await olive.upload(path(`/evidence?${query}`), `the text of ${name}`)).body as {
      id: string;
      exhibit: string;
    };
  };
  const policy = await file("Security policy");
  await keepVendors(olive, company, policy.exhibit);
  const page = await pageOf(browser, olive);

  let memo: { id: string; exhibit: string };
  await test.step("the owner opens a matter and files under its privilege", async () => {
    await page.goto(`${server.url}/dashboard/matters`);
    await page.getByRole("button", { name: "Open Matter" }).first().click();
    await page.getByLabel("Name").fill("Ash v. Birch");
    await page.getByRole("dialog").getByRole("button", { name: "Open Matter" }).click();
    await expect(page.getByRole("heading", { name: "Ash v. Birch", level: 1 })).toBeVisible();
    const matter = new URL(page.url()).pathname.split("/").at(-1)!;
    memo = await file("Memo to the client", { matter });
    await file("Letter to the client", { matter });
    await page.reload();
    await expect(page.getByRole("row", { name: /^\d+ Memo to the client/ })).toContainText("Withheld");
    await look(page, "matter");
  });

  await test.step("a member off the access list sees nothing of it", async () => {
    const max = await signUp("Max", "max@audited.example");
    const { body } = await olive.post(path("/invitations"), { email: max.email, role: "member" });
    await max.post("/invitations/accept", { token: new URL(body.link).searchParams.get("token") });
    const theirs = await pageOf(browser, max);
    await theirs.goto(`${server.url}/dashboard/evidence`);
    await expect(theirs.getByText("Security policy").first()).toBeVisible();
    await expect(theirs.getByText("Memo to the client")).toHaveCount(0);
    await theirs.goto(`${server.url}/dashboard/evidence?item=${memo.id}`);
    await expect(theirs.getByText("We could not find that.").first()).toBeVisible();
    await theirs.goto(`${server.url}/dashboard/matters`);
    await expect(theirs.getByText("You are not on the access list of any matter.")).toBeVisible();
    await theirs.context().close();
  });

  await test.step("a look is in the matter's record, and the privilege of one item is waived", async () => {
    await page.getByRole("link", { name: "Memo to the client" }).click();
    await expect(page.getByRole("complementary", { name: "Evidence details" })).toContainText(
      spokenNumber(memo.exhibit),
    );
    await page.goBack();
    await expect(page.getByRole("table", { name: "Record" })).toContainText(`opened ${spokenNumber(memo.exhibit)}`);
    await page.getByRole("button", { name: `Waive Privilege of ${spokenNumber(memo.exhibit)}` }).click();
    await page.getByLabel("Reason").fill("The client agreed");
    await page.getByRole("dialog").getByRole("button", { name: "Waive Privilege" }).click();
    await expect(page.getByRole("row", { name: /^\d+ Memo to the client/ })).toContainText("The client agreed");
  });

  const vera = await signUp("Vera", "vera@auditors.example");
  const hers = await pageOf(browser, vera);
  await test.step("Vera is invited by mail to one project, and accepts", async () => {
    await page.goto(`${server.url}/dashboard/settings`);
    await page.getByRole("button", { name: "Invite Auditor" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite Auditor" });
    await dialog.getByLabel("Email").fill(vera.email);
    await dialog.getByRole("checkbox", { name: /SOC 2 of the firm/ }).check();
    await dialog.getByLabel("Last day").fill(day(30));
    await look(page, "invite-auditor");
    await dialog.getByRole("button", { name: "Send Invitation" }).click();
    await expect(dialog).toBeHidden();
    const token = await server.mailedTo(vera.email, /invite\?token=([\w-]+)/);
    await hers.goto(`${server.url}/invite?token=${token}`);
    await expect(hers.getByRole("heading", { name: "Audit Audited and Partners" })).toBeVisible();
    await expect(hers.getByText("SOC 2 of the firm")).toBeVisible();
    await look(hers, "invited-auditor");
    await hers.getByRole("button", { name: "Accept" }).click();
    await expect(hers.getByRole("heading", { name: "Audit", level: 1 })).toBeVisible();
  });

  await test.step("she finds the project and its controls, and nothing that members alone see", async () => {
    await expect(hers.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
      "Audit",
      "Projects",
      "Evidence",
      "Systems",
    ]);
    await hers.getByRole("link", { name: "SOC 2 of the firm" }).click();
    await expect(hers.getByText("Security policies").first()).toBeVisible();
    await hers.goto(`${server.url}/dashboard/settings`);
    await expect(hers.getByRole("heading", { name: "Audit", level: 1 })).toBeVisible();
    await hers.goto(`${server.url}/dashboard/evidence`);
    await expect(hers.getByText("Security policy").first()).toBeVisible();
    await expect(hers.getByText("Letter to the client")).toHaveCount(0);
  });

  await test.step("she draws a sample by a seed, and asks for evidence", async () => {
    await hers.goto(`${server.url}/dashboard/audit?part=samples`);
    await hers.getByRole("button", { name: "Draw a Sample" }).click();
    const draw = hers.getByRole("dialog", { name: "Draw a Sample" });
    await expect(draw.getByLabel("Control")).toContainText("XC-01");
    await draw.getByLabel("Collected from").fill(day(-1));
    await draw.getByLabel("to", { exact: true }).fill(day(1));
    await draw.getByLabel("Size").fill("1");
    await draw.getByLabel("Seed").fill("2026");
    await draw.getByRole("button", { name: "Draw Sample" }).click();
    await expect(hers.getByRole("dialog", { name: "Sample" })).toContainText("1 of 2 items for XC-01");
    await hers.getByRole("button", { name: "Close" }).click();
    await hers.getByRole("tab", { name: "Requests" }).click();
    await hers.getByRole("button", { name: "Ask for Evidence" }).click();
    await hers.getByLabel("What you need").fill("The policy of last year");
    await hers.getByLabel("Due date").fill(day(7));
    await hers.getByRole("dialog").getByRole("button", { name: "Ask for Evidence" }).click();
    await expect(hers.getByText("The policy of last year")).toBeVisible();
    await look(hers, "audit");
  });

  await test.step("she reads a register as it was sealed, by keyboard, and draws a sample of it", async () => {
    await hers.setViewportSize({ width: 1440, height: 900 });
    await hers.getByRole("tab", { name: "Requests" }).focus();
    await hers.keyboard.press("ArrowRight");
    await hers.keyboard.press("ArrowRight");
    const people = hers.getByRole("row").filter({ has: hers.getByRole("link", { name: "People" }) });
    await expect(people).toContainText("6 fields withheld");
    await look(hers, "audit-registers");
    await hers.setViewportSize({ width: 1440, height: 900 });
    await hers.getByRole("link", { name: "Vendors" }).focus();
    await hers.keyboard.press("Enter");
    await expect(hers.getByRole("heading", { name: "Vendors" })).toBeVisible();
    await expect(hers.getByText(/^As sealed in EX-\d+ on/)).toBeVisible();
    await hers.getByRole("searchbox", { name: "Search vendors" }).fill("harbor");
    await expect(hers.getByText("Northwind Mail")).toBeHidden();
    await look(hers, "audit-register");
    await hers.setViewportSize({ width: 1440, height: 900 });
    await hers.getByRole("button", { name: "Harbor Hosting" }).focus();
    await hers.keyboard.press("Enter");
    const record = hers.getByRole("dialog", { name: "VEN-2 Harbor Hosting" });
    await expect(record).toContainText("PER-1");
    await expect(record).not.toContainText("Ada");
    await look(hers, "audit-record");
    await hers.keyboard.press("Escape");
    await hers.getByRole("button", { name: "Draw a Sample" }).click();
    const draw = hers.getByRole("dialog", { name: "Draw a Sample of Vendors" });
    await draw.getByLabel("Size").fill("1");
    await draw.getByRole("button", { name: "Draw Sample" }).click();
    await expect(hers.getByRole("dialog", { name: "Sample" })).toContainText("1 of 2 records. Vendors in EX-");
    await look(hers, "audit-record-sample");
    await hers.getByRole("button", { name: "Close" }).click();
  });

  await test.step("the company answers with an item, and she accepts", async () => {
    await page.goto(`${server.url}/dashboard/audit`);
    await page.getByRole("button", { name: "Answer" }).click();
    await page.getByRole("textbox", { name: "Answer" }).fill("It is the one on file.");
    await page.getByRole("checkbox", { name: /Security policy/ }).check();
    await page.getByRole("button", { name: "Send Answer" }).click();
    await expect(page.getByText("It is the one on file.")).toBeVisible();
    await hers.goto(`${server.url}/dashboard/audit`);
    await hers.getByRole("button", { name: "Accept" }).click();
    await expect(hers.getByText("Accepted", { exact: true })).toBeVisible();
  });

  await test.step("the owner reads what she looked at, and ends her access", async () => {
    await page.goto(`${server.url}/dashboard/settings`);
    await page.getByRole("button", { name: "Views of Vera Example" }).click();
    await expect(page.getByRole("list", { name: "Views" })).toContainText("viewed, as an auditor, “SOC 2 of the firm”");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "End the access of Vera Example" }).click();
    await expect(page.getByRole("table", { name: "Auditors" })).toContainText("Ended");
    await hers.goto(`${server.url}/dashboard/audit`);
    await expect(hers.getByRole("dialog", { name: "Welcome to Exhibit" })).toBeVisible();
  });
  await Promise.all([page.context().close(), hers.context().close()]);
});
