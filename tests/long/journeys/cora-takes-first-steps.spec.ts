import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, openServer, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { MailSink } from "../../support/mail-sink.ts";
import { canMoveClocks, movedClock } from "../../support/moved-clock.ts";
import type { MovedClock } from "../../support/moved-clock.ts";
import { domain, pastedToken, startPeer } from "../../support/peers/okta.ts";
import type { OktaPeer } from "../../support/peers/okta.ts";
import { Person } from "../../support/person.ts";
import { comeIn, signIn } from "../../support/sign-in.ts";

// All that is done here after the company was founded is done on screens, by Cora, and by Ben where another person has to.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const names = ["Cora Lang", "Ben Moss", "Ada Byrne", "Bo Lind", "Cy Frost", "Eve Hart"].concat([
  "Flo Grant",
  "Gil Stone",
  "Ivy Pike",
  "Jo Dale",
  "Kim Rowe",
  "Lee Ward",
]);
const addressOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@twelve.example`;
const emails = names.map(addressOf);
/** Neither of the two who decide here. */
const administrators = emails.slice(3, 5);
/** So old is the report that Clio gave: it counts for two days more. */
const REPORT_DAYS = 363;
const inForce = /^Version 1\. In force since/;

const mails = new MailSink();
let okta: OktaPeer;
let clock: MovedClock;
let opened: Awaited<ReturnType<typeof openServer>>;

// What is not there is told before the whole test has taken too long.
test.use({ actionTimeout: 60_000 });
test.skip(!canMoveClocks, "libfaketime is not installed (Debian: apt-get install faketime)");
test.beforeAll(async () => {
  okta = await startPeer(administrators, emails);
  clock = movedClock(new Date());
  const peers = { CONNECTOR_PEERS: JSON.stringify({ okta: okta.endpoints }), ALLOW_PRIVATE_ENDPOINTS: "on" };
  opened = await openServer({ ...peers, SMTP_URL: await mails.listen() }, clock);
});
test.afterAll(async () => {
  await opened?.close();
  clock?.close();
  await mails.close();
  await okta?.close();
});

test("Cora takes an empty law firm of 12 through the ten first steps, ticking none, an auditor repeats all that follows offline, and a vendor's report that expires takes its control along", async ({
  page,
  browser,
}, testInfo) => {
  test.setTimeout(1_200_000);
  const { server } = opened;
  const [cora, ben] = (await Promise.all(
    ["Cora", "Ben"].map((name, at) =>
      Person.signUp(server.url, name, emails[at]!, async (email) => {
        const link = await mails.linkTo(email, "Confirm your email address");
        return /access_token=([\w-]+)/.exec(link)![1]!;
      }),
    ),
  )) as [Person, Person];
  const company = await cora.found("Twelve LLP");
  const { body: invited } = await cora.post(`/companies/${company}/invitations`, { email: ben.email, role: "admin" });
  await ben.post("/invitations/accept", { invitationId: invited.invitation.id });
  await cora.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  const bens = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await comeIn(page, server.url, cora);
  await comeIn(bens, server.url, ben);

  const go = (at: Page, to: string) => at.goto(`${server.url}/dashboard/${to}`);
  const wide = (at: Page) => at.setViewportSize({ width: 1440, height: 900 });
  const step = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const program = async () => {
    await go(page, "program");
    return page.getByRole("region", { name: "First steps" });
  };
  const start = async (name: string) => {
    await program();
    await step(name)
      .getByRole("link", { name: /^(Start|Continue)/ })
      .click();
  };
  const isDone = async (name: string, words: RegExp) => {
    await program();
    await expect(step(name)).toContainText(words);
    await expect(step(name)).toContainText("Done");
  };
  const minutes: string[] = [];
  let whole = 0;
  const timed = (name: string, work: () => Promise<void>) =>
    test.step(name, async () => {
      const began = performance.now();
      await work();
      const took = (performance.now() - began) / 60_000;
      whole += took;
      minutes.push(`${took.toFixed(2)}  ${name}`);
    });
  const pick = async (form: Locator, label: string, text: string) => {
    await form.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(text);
    await form
      .getByRole("option", { name: new RegExp(`^${text}`) })
      .first()
      .click();
  };
  const chooseCsv = async (at: Locator, name: string, rows: readonly string[]) => {
    const buffer = Buffer.from(rows.join("\r\n"));
    await at.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer });
    await at.getByRole("button", { name: "Import", exact: true }).click();
    await expect(at).toBeHidden();
  };
  const confirm = async (register: string) => {
    await go(page, `program/${register}`);
    await page.getByRole("button", { name: "Confirm Complete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm Complete" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  /** What waits for another person, approved by Ben one by one. */
  const approveAll = async (register: string) => {
    await go(bens, `program/${register}?view=waiting`);
    const waiting = bens.locator(".row-action");
    await expect(waiting.first()).toBeVisible();
    for (let left = await waiting.count(); left > 0; left -= 1) {
      await waiting.first().click();
      const panel = bens.getByRole("complementary", { name: / details$/ });
      await panel.getByRole("button", { name: "Approve", exact: true }).click();
      await expect(panel.getByText(/^Approved by Ben/)).toBeVisible();
      await panel.getByRole("button", { name: "Close" }).click();
      await expect(waiting).toHaveCount(left - 1);
    }
  };
  const add = async (register: string, singular: string, fill: (form: Locator) => Promise<void>) => {
    await go(page, `program/${register}`);
    const form = page.getByRole("dialog", { name: `Add ${singular}` });
    await page
      .getByRole("button", { name: new RegExp(`^Add (the first )?${singular}$`) })
      .first()
      .click();
    await fill(form);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form).toBeHidden();
  };

  await timed("she connects Okta, which is read for the first time", async () => {
    await go(page, "integrations");
    await page.getByRole("article", { name: "Okta" }).getByRole("button", { name: "Connect" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect Okta" });
    await dialog.getByText(/^Other ways to connect/).click();
    await dialog.getByRole("button", { name: "Choose: Use an API token" }).click();
    await dialog.getByLabel("Okta domain").fill(domain);
    await dialog.getByLabel("API token").fill(pastedToken);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog).toContainText("the first collection is complete");
  });

  await timed("1. she adds 12 people and confirms them", async () => {
    await expect((await program()).getByText("0 of 10 first steps done")).toBeVisible();
    await expect(step("Add your people")).toHaveAttribute("aria-current", "step");
    await start("Add your people");
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const rows = names.map((name) => `${name},${addressOf(name)},Employee,2026-01-05`);
    await chooseCsv(page.getByRole("dialog", { name: "Import people" }), "roster.csv", [
      "Name,Work email,Employment,Starts",
      ...rows,
    ]);
    await confirm("people");
    await isDone("Add your people", /12 people/);
    await expect(page.getByText("1 of 10 first steps done")).toBeVisible();
  });

  await timed("2. she lets the administrators stay that Okta lists, and Ben approves each", async () => {
    await expect(step("Approve administrators")).toContainText("2 approvals proposed");
    await start("Approve administrators");
    const dialog = page.getByRole("dialog", { name: "Approve administrators" });
    await expect(dialog.getByRole("checkbox", { name: new RegExp(administrators[0]!) })).toBeChecked();
    await dialog.getByLabel("Reason").fill("They run the directory.");
    await dialog.getByRole("button", { name: "Add 2 approvals" }).click();
    await expect(dialog.getByText(/Expires on is missing/)).toBeVisible();
    await dialog.getByLabel("Expires on").fill("2099-12-31");
    await dialog.getByRole("button", { name: "Add 2 approvals" }).click();
    await expect(page.getByText("2 approvals added")).toBeVisible();
    await program();
    await expect(step("Approve administrators")).toContainText("2 wait for approval");
    await approveAll("approvals");
    await start("Approve administrators");
    await confirm("approvals");
    await isDone("Approve administrators", /2 approvals/);
  });

  await timed("3. she adds the applications that Okta shows as vendors, and rates one high", async () => {
    await start("Add vendors");
    const dialog = page.getByRole("dialog", { name: "Add proposed vendors" });
    const describe = async (service: string, rating: string, data: string) => {
      await dialog.getByLabel("Service").fill(service);
      await dialog.getByLabel("Rating").selectOption(rating);
      await dialog.getByRole("group", { name: "Data it handles" }).getByRole("checkbox", { name: data }).check();
      await dialog.getByLabel("Hosting").selectOption("No hosting");
      await pick(dialog, "Owner", "Cora Lang");
    };
    // What is said is said of all that are chosen: the other one is rated apart.
    await dialog.getByRole("checkbox", { name: /^Sample OIDC App/ }).uncheck();
    await describe("Practice management", "High", "Client files");
    await look(page, "steps-vendors");
    await wide(page);
    await dialog.getByRole("button", { name: "Add 1 vendor" }).click();
    await expect(page.getByText("1 vendor added")).toBeVisible();
    await page.getByRole("button", { name: "Review Proposals" }).click();
    await expect(dialog.getByRole("checkbox", { name: /^Sample OIDC App/ })).toBeChecked();
    await describe("A sample", "Low", "No data");
    await dialog.getByRole("button", { name: "Add 1 vendor" }).click();
    await expect(dialog).toBeHidden();
    await confirm("vendors");
    await isDone("Add vendors", /2 vendors/);
  });

  await timed("4. she describes systems and data, which Ben approves", async () => {
    await start("Describe your systems and data");
    const found = page.getByRole("dialog", { name: "Add proposed systems" });
    await pick(found, "Owner", "Ada Byrne");
    await found.getByLabel("Criticality").selectOption("Critical");
    await found.getByRole("button", { name: "Add 1 system" }).click();
    await expect(page.getByText("1 system added")).toBeVisible();
    await confirm("systems");
    await start("Describe your systems and data");
    await expect(page.getByRole("heading", { name: "Data", level: 1 })).toBeVisible();
    await add("data", "kind of data", async (form) => {
      await form.getByLabel("Data", { exact: true }).fill("Client files");
      await form.getByLabel("Class").selectOption("Client files");
      await form.getByLabel("Purpose").fill("Legal work");
      await pick(form, "Owner", "Cora Lang");
    });
    await approveAll("data");
    await confirm("data");
    await program();
    await expect(step("Describe your systems and data")).toContainText(/\d+ kinds of systems not answered/);
    await start("Describe your systems and data");
    await page.getByRole("button", { name: "We have none of…" }).click();
    const none = page.getByRole("dialog", { name: "We have none of these" });
    await none.getByRole("checkbox", { name: /^All \d+$/ }).check();
    await none.getByRole("button", { name: /^Declare \d+ none$/ }).click();
    await expect(none.getByText("Please give a reason")).toBeVisible();
    await none.getByLabel("Reason").fill("The firm works in Clio and signs in through Okta.");
    await look(page, "steps-none");
    await wide(page);
    await none.getByRole("button", { name: /^Declare \d+ none$/ }).click();
    await expect(page.getByText(/^\d+ kinds declared none$/)).toBeVisible();
    await isDone("Describe your systems and data", /1 system, 1 /);
  });

  const adopted: string[] = [];
  await timed("5. she adopts the policies that SOC 2 asks for, and Ben approves each", async () => {
    await start("Adopt your policies");
    await expect(page.getByRole("heading", { name: "No policies yet" })).toBeVisible();
    await page.getByRole("button", { name: "Add Policies" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add Policies" });
    const asked = dialog.getByRole("group", { name: "Asked for by your frameworks" });
    await asked.getByRole("checkbox", { name: /^All \d+/ }).check();
    await dialog.getByLabel("Edition").selectOption("Law firm");
    await look(page, "steps-policies");
    await wide(page);
    await dialog.getByRole("button", { name: /^Add \d+ Drafts$/ }).click();
    await expect(page.getByText(/^\d+ policies added as drafts/)).toBeVisible();
    await expect(dialog).toBeHidden();
    const drafts = page.getByRole("row", { name: /Draft/ }).getByRole("link");
    adopted.push(...(await drafts.allInnerTexts()));
    expect(adopted.length).toBeGreaterThan(10);
    for (const title of adopted) {
      await go(page, "program/policies");
      await page.getByRole("link", { name: title, exact: true }).click();
      await page.getByRole("button", { name: "Send for Approval" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("Nobody has approved it yet.")).toBeVisible();
    }
    for (const title of adopted) {
      await go(bens, "program/policies");
      await bens.getByRole("link", { name: title, exact: true }).click();
      await bens.getByRole("button", { name: "Approve", exact: true }).click();
      await expect(bens.getByText(inForce)).toBeVisible();
    }
    await isDone("Adopt your policies", new RegExp(`${adopted.length} in force`));
  });

  await timed("6. she takes the usual risks and confirms them", async () => {
    await start("Rate your risks");
    await page.getByRole("button", { name: "Choose usual risks" }).click();
    const usual = page.getByRole("dialog", { name: "Start with usual risks" });
    await usual
      .getByRole("checkbox", { name: /^All \d+/ })
      .first()
      .check();
    await usual.getByRole("button", { name: /^Add \d+ risks$/ }).click();
    await expect(usual).toBeHidden();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await confirm("risks");
    await isDone("Rate your risks", /\d+ risks/);
  });

  await timed("7. she has no office, and says whose the laptops are", async () => {
    await program();
    await step("Declare offices and devices").getByRole("link", { name: "We have none" }).click();
    await page.getByRole("dialog", { name: "No sites" }).getByRole("button", { name: "Confirm none" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await start("Declare offices and devices");
    await expect(page.getByRole("heading", { name: "Devices", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const laptops = names.map((name, at) => `Laptop ${at + 1},Laptop,${addressOf(name)}`);
    await chooseCsv(page.getByRole("dialog", { name: "Import devices" }), "laptops.csv", [
      "Device,Kind,Assigned to",
      ...laptops,
    ]);
    await confirm("devices");
    await isDone("Declare offices and devices", /No sites, 12 devices/);
  });

  await timed("8. she names whom to call in an incident", async () => {
    await start("Add incident contacts");
    await add("contacts", "contact", async (form) => {
      await form.getByLabel("Name", { exact: true }).fill("Insurer hotline");
      await form.getByLabel("Duty").selectOption("Insurer");
    });
    await confirm("contacts");
    await isDone("Add incident contacts", /1 contact/);
  });

  await timed("9. they say whose the accounts of Okta are, and review them, nobody their own", async () => {
    await go(page, "program/people");
    await page.getByRole("button", { name: "Find Owners" }).click();
    const whose = page.getByRole("dialog", { name: "Whose is this?" });
    const left = whose.getByRole("list", { name: "Accounts without an owner" }).getByRole("listitem");
    await expect(left).toHaveCount(13);
    // Who says whose an account is does not keep it: Ben reviews what she says, and she the one that he says is his.
    const bensOwn = left.filter({ hasText: ben.email });
    await left.first().getByRole("checkbox").focus();
    for (let owned = 1; owned <= 11; owned += 1) {
      await page.keyboard.press("y");
      await expect(left).toHaveCount(13 - owned);
      await expect(left.getByRole("checkbox").and(page.locator(":focus"))).toHaveCount(1);
      if (await bensOwn.getByRole("checkbox").and(page.locator(":focus")).count()) await page.keyboard.press("j");
    }
    await page.keyboard.press("Space");
    await whose.getByRole("combobox", { name: "Owner of 1 account" }).fill("Lee Ward");
    await page.getByRole("option", { name: /^Lee Ward/ }).click();
    await expect(left).toHaveCount(1);
    await whose.getByRole("button", { name: "Close" }).first().click();
    await go(bens, "program/people?do=accounts");
    await bens.getByRole("button", { name: "It is Ben Moss" }).click();
    await expect(bens.getByText("Every account has an owner.")).toBeVisible();
    await start("Run your first access review");
    await page.getByRole("button", { name: "Start Review" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Start Access Review" });
    await dialog.getByLabel(/^Reviewer of Okta /).selectOption({ label: "Ben Example" });
    await dialog.getByRole("button", { name: "Start Review" }).click();
    await expect(page.getByRole("heading", { name: /^Access review, Q/, level: 1 })).toBeVisible();
    const rows = (at: Page) => at.getByRole("table", { name: /^Accounts of Okta / }).getByRole("row");
    await expect(rows(page)).toHaveCount(14);
    await bens.goto(page.url());
    await expect(rows(bens)).toHaveCount(14);
    const keep = rows(bens).getByRole("button", { name: "Keep", pressed: false });
    await expect(keep).toHaveCount(12);
    for (let row = 11; row >= 0; row -= 1) {
      await keep.first().click();
      await expect(keep).toHaveCount(row);
    }
    await expect(bens.getByText("12 of 13 accounts decided")).toBeVisible();
    await page.reload();
    await rows(page).filter({ hasText: ben.email }).getByRole("button", { name: "Keep" }).click();
    await expect(page.getByText("13 of 13 accounts decided")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Close Review" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close Review" }).click();
    await expect(page.getByText(/Closed on /)).toBeVisible();
    await isDone("Run your first access review", /Done/);
  });

  await timed("10. Ben confirms the addresses that she imported, and she sends everyone a link", async () => {
    await go(bens, "program/people");
    await bens.getByRole("button", { name: "Confirm Addresses" }).click();
    const addresses = bens.getByRole("dialog", { name: "Confirm email addresses" });
    await addresses.getByRole("checkbox", { name: /^All \d+$/ }).check();
    await addresses.getByRole("button", { name: /^Confirm \d+ addresses$/ }).click();
    await expect(bens.getByText(/^\d+ addresses confirmed$/)).toBeVisible();
    await start("Invite your staff");
    await page.getByRole("button", { name: "Send links to everyone due" }).click();
    const links = page.getByRole("dialog", { name: "Send Links" });
    await links.getByRole("button", { name: "Send 12 Links" }).click();
    await expect(links.getByText("Links sent to 12 people.")).toBeVisible();
    await go(page, "program");
    await expect(page.getByText("10 of 10 first steps done")).toBeVisible();
  });

  const day = (days: number) => new Date(clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
  await timed("she files what Clio gave her, its report and its contract, and Ben approves both", async () => {
    const file = async (name: string, type: string, as: RegExp) => {
      await go(page, "evidence");
      await page.getByRole("button", { name: "Add Evidence" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add Evidence" });
      const buffer = Buffer.from(`${name}: no exceptions were noted.`);
      await dialog.getByLabel("Files").setInputFiles({ name: `${name}.txt`, mimeType: "text/plain", buffer });
      await dialog.getByLabel("Type", { exact: true }).selectOption(type);
      const controls = dialog.getByRole("group", { name: "Controls", exact: true });
      await controls.getByRole("checkbox", { name: "Vendor management" }).check();
      const kind = dialog.getByLabel("File as");
      await kind.selectOption((await kind.locator("option").filter({ hasText: as }).getAttribute("value"))!);
      await dialog.getByRole("button", { name: "Add Evidence" }).click();
      await expect(dialog).toBeHidden();
    };
    await file("Clio SOC 2", "Report", /^Vendor assurance reports/);
    await file("Clio agreement", "Document", /^Signed data processing/);
    await add("assurances", "assurance", async (form) => {
      await form.getByLabel("Title").fill("SOC 2 Type 2 of Clio");
      await pick(form, "Vendor", "Clio");
      await form.getByLabel("Kind").selectOption("SOC 2 report");
      await pick(form, "File", "Clio SOC 2");
      await form.getByLabel("Period starts").fill(day(-REPORT_DAYS - 365));
      await form.getByLabel("Dated, or period ends").fill(day(-REPORT_DAYS));
      await form.getByLabel("Covers buildings").selectOption("Yes");
      await form.getByLabel("Exceptions").fill("None");
      await pick(form, "Reviewer", "Cora Lang");
    });
    await add("contracts", "contract", async (form) => {
      await form.getByLabel("Contract", { exact: true }).fill("Agreement with Clio");
      await pick(form, "Vendor", "Clio");
      await form.getByLabel("Kind").selectOption("Service agreement");
      await pick(form, "File", "Clio agreement");
      await form.getByLabel("Signed on").fill(day(-30));
      await form.getByLabel("Security duties").selectOption("Written in it");
      await form.getByLabel("Breach notice within").fill("24");
    });
    for (const register of ["assurances", "contracts"]) {
      await approveAll(register);
      await confirm(register);
    }
  });

  await timed("she submits the list of vendors that Exhibit prints, and Ben accepts what is filed", async () => {
    await go(page, "controls/XC-04?document=vendors.vendor-list");
    await page.getByRole("button", { name: /^Submit for review/ }).click();
    const list = page.getByRole("heading", { name: /^Vendor list with/ });
    await expect(page.getByRole("listitem").filter({ has: list })).toContainText("Waiting for review");
    await go(bens, "controls/XC-04");
    const accept = bens.getByRole("button", { name: /^Accept / });
    await expect(accept).toHaveCount(3);
    for (let left = 2; left >= 0; left -= 1) {
      await accept.first().click();
      await expect(accept).toHaveCount(left);
    }
  });

  const control = async () => {
    await go(page, "controls/XC-04");
    await expect(page.getByRole("heading", { name: "Vendor management", level: 1 })).toBeVisible();
    return page.locator(".stamp").first();
  };
  await test.step("the control of vendors passes", async () => {
    await expect(async () => {
      await expect(await control()).toContainText("Passing", { timeout: 5_000 });
    }).toPass({ timeout: 180_000 });
    await look(page, "steps-vendors-pass");
    await wide(page);
  });

  const bundle = testInfo.outputPath("bundle.zip");
  await timed("she exports the report of her project", async () => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole("button", { name: "Export Report" }).click();
    const dialog = page.getByRole("dialog", { name: "Export Report" });
    await dialog.getByLabel("Project").selectOption("SOC 2");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await (await download).saveAs(bundle);
  });

  await test.step("an auditor repeats every verdict offline: by the program, and by the page in a browser without a network", async () => {
    const { key } = (await cora.get(`/companies/${company}/ledger`)).body;
    const verifier = path.resolve(import.meta.dirname, "../../../build/verify.mjs");
    const said = execFileSync(process.execPath, [verifier, bundle, "--key", key], { encoding: "utf8" });
    expect(said).toMatch(/^VERIFIED$/m);
    expect(said).toMatch(/judged again: [1-9]\d* agreed, 0 differ, 0 not re-performable/);
    const [, agreed] = /judged again: (\d+) agreed, 0 differ, 0 not re-performable/.exec(said) ?? [said];
    expect(Number(agreed)).toBeGreaterThan(100);
    const lines = execFileSync("unzip", ["-p", bundle, "verdicts.jsonl"], { encoding: "utf8" }).trimEnd().split("\n");
    expect(Number(agreed)).toBe(lines.length);
    const verifyPage = testInfo.outputPath("verify.html");
    writeFileSync(verifyPage, await (await page.request.get(`${server.url}/verify.html`)).body());
    const offline = await browser.newContext({ offline: true });
    const theirs = await offline.newPage();
    await theirs.goto(`file://${verifyPage}`);
    await theirs.getByLabel("Ledger key").fill(key);
    await theirs.getByLabel("Choose the ZIP").setInputFiles(bundle);
    await expect(theirs.getByRole("status")).toContainText("VERIFIED");
    await offline.close();
  });
  process.stdout.write(
    `First steps of a firm of 12, in minutes of a browser: ${whole.toFixed(1)} in all, ${adopted.length} policies.\n${minutes.join("\n")}\n`,
  );

  await page.context().clock.install({ time: clock.now() });
  const turnTo = async (at: Date) => {
    await clock.turnTo(at);
    await page.context().clock.setSystemTime(clock.now());
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole("heading", { name: /^(Dashboard|Sign in)/, level: 1 })).toBeVisible();
    if (new URL(page.url()).pathname === "/login") await signIn(page, server.url, cora);
  };
  const lastDay = new Date(`${day(365 - REPORT_DAYS)}T00:00:00.000Z`).getTime();
  const told = () => mails.to(cora.email).filter(({ subject }) => subject === "Control failing: Vendor management");
  const renew = page.getByRole("region", { name: "Tasks" }).getByRole("link", { name: "Renew the report of Clio" });
  const tasks = async () => {
    await go(page, "program");
    const all = page.getByRole("button", { name: /^Show All \d+ Tasks$/ });
    await expect(page.getByRole("region", { name: "Tasks" }).getByRole("listitem").first()).toBeVisible();
    if (await all.isVisible()) await all.click();
  };

  // A pass lasts for whole days: on the very last one it has less than a day left, and is none any more.
  await test.step("a day before the last one of Clio's report the control still passes, and a task says until when", async () => {
    await turnTo(new Date(lastDay - 12 * HOUR));
    // What was read before the clock was turned is too old, until its systems were read again.
    await expect(async () => {
      await expect(await control()).toContainText("Passing", { timeout: 5_000 });
    }).toPass({ timeout: 180_000 });
    const ends = /“High-risk vendors were reviewed this year” passes until /;
    await expect(page.getByRole("region", { name: "Next step", exact: true })).toContainText(ends);
    await look(page, "steps-ends-soon");
    await wide(page);
    await go(page, "projects");
    await page.getByRole("link", { name: "SOC 2", exact: true }).first().click();
    const inProject = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Vendor management" }) });
    await expect(inProject).toContainText(ends);
    await look(page, "steps-ends-soon-project");
    await wide(page);
    await inProject.getByRole("link", { name: "Vendor management" }).first().click();
    await expect(page.getByRole("region", { name: "Next step", exact: true })).toContainText(ends);
    await look(page, "steps-ends-soon-panel");
    await wide(page);
    await tasks();
    await expect(renew).toHaveCount(1);
    expect(told()).toEqual([]);
  });

  await test.step("the day after, the control fails: there is one task, and one email", async () => {
    await turnTo(new Date(lastDay + DAY + HOUR));
    await expect(async () => {
      await expect(await control()).toContainText("Failing", { timeout: 5_000 });
    }).toPass({ timeout: 180_000 });
    await expect(page.getByText(/Rated high, without a reviewed report of the last 365 days/).first()).toBeVisible();
    await look(page, "steps-vendors-fail");
    await wide(page);
    await tasks();
    await expect(renew).toHaveCount(1);
    await look(page, "steps-renew-task");
    await wide(page);
    await turnTo(new Date(lastDay + DAY + 3 * HOUR));
    await expect.poll(() => told().length, { timeout: 180_000 }).toBe(1);
    await turnTo(new Date(lastDay + DAY + 20 * HOUR));
    await tasks();
    await expect(renew).toHaveCount(1);
    expect(told()).toHaveLength(1);
  });

  await test.step("the palette leads to policies, to one by its title, and to training", async () => {
    const field = page.getByRole("combobox", { name: "Search or go to" });
    for (const [typed, found, heading] of [
      ["policies", /^Program: Policies/, "Policies"],
      ["training", /^Program: Training/, "Training"],
      ["vendor management", /^Vendor management policy/, "Vendor management policy"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await field.fill(typed);
      await expect(page.getByRole("option", { name: found })).toBeVisible();
      await look(page, `palette-${typed.replace(" ", "-")}`);
      await wide(page);
      await page.getByRole("option", { name: found }).click();
      await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    }
  });
});
