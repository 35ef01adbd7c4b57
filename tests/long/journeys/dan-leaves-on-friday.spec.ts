import type { Browser, Locator, Page } from "@playwright/test";
import { contentOf } from "#catalog/training/content/index.ts";
import { expect, openServer, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { MailSink } from "../../support/mail-sink.ts";
import { canMoveClocks, movedClock } from "../../support/moved-clock.ts";
import type { MovedClock } from "../../support/moved-clock.ts";
import { organization, pastedToken as githubToken, startPeer as startGithub } from "../../support/peers/github.ts";
import type { GithubPeer } from "../../support/peers/github.ts";
import { domain, pastedToken as oktaToken, startPeer as startOkta } from "../../support/peers/okta.ts";
import type { OktaPeer } from "../../support/peers/okta.ts";
import { Person } from "../../support/person.ts";
import { comeIn, signIn } from "../../support/sign-in.ts";

// One firm of 12 from its roster to the last account of somebody who left, all of it on screens: those of the owner and an admin on a
// desk, those of the staff on phones. Days pass by the product's clock; the accounts are at emulators of their vendors.

const HOUR = 3_600_000;
const names = ["Olga Hollis", "Dan Reyes", "Adam Marsh", "Ada Byrne", "Bo Lind", "Cy Frost"].concat([
  "Eve Hart",
  "Flo Grant",
  "Gil Stone",
  "Ivy Moss",
  "Jo Pike",
  "Kim Dale",
]);
const addressOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@hollis.example`;
const dansLogin = "dan-reyes";
const policies = ["Information security policy", "Access control policy"];
/** As many phones are in use at once as such a firm's people would have out together. */
const AT_ONCE = 3;
const QUESTIONS = 8;

const mails = new MailSink();
let okta: OktaPeer;
let github: GithubPeer;
let clock: MovedClock;
let opened: Awaited<ReturnType<typeof openServer>>;

// What is not there is told before the whole test has taken too long.
test.use({ actionTimeout: 60_000 });
test.skip(!canMoveClocks, "libfaketime is not installed (Debian: apt-get install faketime)");
test.beforeAll(async () => {
  [okta, github] = await Promise.all([startOkta([], names.map(addressOf)), startGithub([dansLogin])]);
  clock = movedClock(wednesdayMorning());
  opened = await openServer(
    {
      CONNECTOR_PEERS: JSON.stringify({ okta: okta.endpoints, github: github.endpoints }),
      ALLOW_PRIVATE_ENDPOINTS: "on",
      SMTP_URL: await mails.listen(),
      // Each phone has an address of its own.
      TRUSTED_PROXIES: "127.0.0.1, ::1",
    },
    clock,
  );
});
test.afterAll(async () => {
  await opened?.close();
  clock?.close();
  await mails.close();
  await Promise.all([okta?.close(), github?.close()]);
});

/** The next one that is not over, so that every day of the week begins alike. */
function wednesdayMorning(): Date {
  const day = new Date(Date.now() + 24 * HOUR);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  day.setUTCHours(8, 0, 0, 0);
  return day;
}

const wide = (at: Page) => at.setViewportSize({ width: 1440, height: 900 });
const row = (at: Page, name: string) => at.getByRole("row").filter({ hasText: name });

test("A firm of 12 imports its roster, all acknowledge and pass on their phones, and the account that stays when Dan leaves is late at 24 hours, closed by the next run, and late again when it returns", async ({
  page,
  browser,
}) => {
  test.setTimeout(1_500_000);
  const { server } = opened;
  const [olga, adam] = (await Promise.all(
    [names[0]!, names[2]!].map((name) =>
      Person.signUp(server.url, name.split(" ")[0]!, addressOf(name), async (email) => {
        const link = await mails.linkTo(email, "Confirm your email address");
        return /access_token=([\w-]+)/.exec(link)![1]!;
      }),
    ),
  )) as [Person, Person];
  const company = await olga.found("Hollis & Marsh LLP");
  const { body: invited } = await olga.post(`/companies/${company}/invitations`, { email: adam.email, role: "admin" });
  await adam.post("/invitations/accept", { invitationId: invited.invitation.id });
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  for (const [at, person] of [
    [page, olga],
    [other, adam],
  ] as const) {
    await at.context().clock.install({ time: clock.now() });
    await comeIn(at, server.url, person);
  }
  const go = (at: Page, to: string) => at.goto(`${server.url}/dashboard/${to}`);
  const panel = page.getByRole("complementary", { name: "person details" });

  await test.step("Olga imports her roster from a file, and confirms that it is complete", async () => {
    await go(page, "program/people");
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Import people" });
    const rows = names.map((name) => `${name},${addressOf(name)},Employee,2026-01-05`);
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "roster.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Name,Work email,Employment,Starts", ...rows].join("\r\n")),
    });
    await expect(dialog.getByText("12 people will be added")).toBeVisible();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText("12 people", { exact: false }).first()).toBeVisible();
    await page.getByRole("button", { name: "Confirm Complete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm Complete" }).click();
    await expect(page.getByText(/confirmed 12 people on/)).toBeVisible();
  });

  await test.step("Adam confirms the addresses that she wrote, so that links may go there", async () => {
    await go(other, "program/people");
    await other.getByRole("button", { name: "Confirm Addresses" }).click();
    const dialog = other.getByRole("dialog", { name: "Confirm email addresses" });
    await dialog.getByRole("checkbox", { name: /^All \d+$/ }).check();
    await dialog.getByRole("button", { name: /^Confirm \d+ addresses$/ }).click();
    await expect(other.getByText(/^\d+ addresses confirmed$/)).toBeVisible();
  });

  await test.step("she connects Okta and GitHub, and says whose each account is", async () => {
    await go(page, "integrations");
    await page.getByRole("article", { name: "Okta" }).getByRole("button", { name: "Connect" }).click();
    const ofOkta = page.getByRole("dialog", { name: "Connect Okta" });
    await ofOkta.getByText(/^Other ways to connect/).click();
    await ofOkta.getByRole("button", { name: "Choose: Use an API token" }).click();
    await ofOkta.getByLabel("Okta domain").fill(domain);
    await ofOkta.getByLabel("API token").fill(oktaToken);
    await ofOkta.getByRole("button", { name: "Connect", exact: true }).click();
    await ofOkta.getByRole("button", { name: "Confirm" }).click();
    await expect(ofOkta).toContainText("the first collection is complete");
    await go(page, "integrations");
    await page.getByRole("article", { name: "GitHub" }).getByRole("button", { name: "Connect" }).click();
    const ofGithub = page.getByRole("dialog", { name: "Connect GitHub" });
    await ofGithub.getByLabel("Organization").fill(organization);
    await ofGithub.getByLabel("Token").fill(githubToken);
    await ofGithub.getByRole("button", { name: "Connect", exact: true }).click();
    await ofGithub.getByRole("button", { name: "Confirm" }).click();
    await expect(ofGithub).toContainText("the first collection is complete");

    await go(page, "program/people");
    await page.getByRole("button", { name: "Find Owners" }).click();
    const dialog = page.getByRole("dialog", { name: "Whose is this?" });
    const left = dialog.getByRole("list", { name: "Accounts without an owner" }).getByRole("listitem");
    await expect(left.filter({ hasText: dansLogin })).toBeVisible();
    await look(page, "firm-whose");
    await wide(page);
    // Okta shows addresses, so that each account has a suggestion, which one key takes.
    const suggested = dialog.getByRole("button", { name: /^It is / });
    await left
      .filter({ hasText: addressOf("Ada Byrne") })
      .getByRole("checkbox")
      .focus();
    const all = await left.count();
    for (let owned = 1; owned <= names.length; owned += 1) {
      await page.keyboard.press("y");
      await expect(left).toHaveCount(all - owned);
    }
    for (const [login, name] of [
      [dansLogin, "Dan Reyes"],
      ["ada", "Ada Byrne"],
      ["grace", "Flo Grant"],
      ["mary", "Kim Dale"],
      ["testuser@okta.local", "Olga Hollis"],
    ] as const) {
      const account = left.filter({ hasText: login });
      await account.getByRole("checkbox").check();
      await dialog.getByRole("combobox", { name: "Owner of 1 account" }).fill(name);
      await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
      await expect(account).toHaveCount(0);
    }
    await expect(suggested).toHaveCount(0);
    await expect(dialog.getByText("Every account has an owner.")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("she adopts two policies of the library, Adam approves them, and she assigns them to everyone", async () => {
    for (const title of policies) {
      await go(page, "program/policies");
      await page.getByRole("button", { name: "Add Policies" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add Policies" });
      await dialog.getByRole("checkbox", { name: title, exact: true }).check();
      await dialog.getByLabel("Edition").selectOption("Law firm");
      await dialog.getByRole("button", { name: "Add Draft" }).click();
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await page.getByRole("button", { name: "Send for Approval" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("Nobody has approved it yet.")).toBeVisible();
      await go(other, "program/policies");
      await other.getByRole("link", { name: title }).click();
      await other.getByRole("button", { name: "Approve", exact: true }).click();
      await expect(other.getByText(/^Version 1\. In force since/)).toBeVisible();
      await page.reload();
      await page.getByRole("button", { name: "Assign", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
      await expect(page.getByText("0 of 12")).toBeVisible();
    }
  });

  await test.step("she sends links to everyone due", async () => {
    await go(page, "program/training");
    await page.getByRole("button", { name: "Send Links to Everyone Due" }).click();
    const links = page.getByRole("dialog", { name: "Send Links" });
    await links.getByRole("button", { name: "Send 12 Links" }).click();
    await expect(links.getByText("Links sent to 12 people.")).toBeVisible();
  });

  await test.step("all 12 acknowledge and pass on their phones, each by the link that was mailed to them", async () => {
    const left = [...names.entries()];
    const phone = async () => {
      for (let next = left.shift(); next; next = left.shift()) await onPhone(browser, server.url, next[1], next[0]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, phone));
    for (const name of names) {
      const receipts = mails.to(addressOf(name)).filter(({ subject }) => /^You (acknowledged|passed) /.test(subject!));
      expect(receipts.length, name).toBeGreaterThanOrEqual(policies.length + 1);
    }
  });

  const check = (title: string) => page.getByRole("listitem").filter({ hasText: title }).first();

  await test.step("policies, training and the controls say so", async () => {
    await go(page, "program/policies");
    for (const title of policies) await expect(row(page, title)).toContainText("12 of 12");
    await look(page, "firm-policies");
    await wide(page);
    await go(page, "program/training");
    await expect(row(page, "Security basics")).toContainText(/12/);
    await look(page, "firm-training");
    await wide(page);
    await expect(async () => {
      await go(page, "controls/XC-01");
      await expect(check("acknowledged")).toContainText(/12 people: all acknowledged what is assigned to them/);
    }).toPass({ timeout: 120_000 });
    await look(page, "firm-acknowledged");
    await wide(page);
  });

  const friday = new Date(clock.now());
  friday.setUTCDate(friday.getUTCDate() + 2);
  friday.setUTCHours(17, 0, 0, 0);
  const after = (hours: number) => new Date(friday.getTime() + hours * HOUR);
  /** Goes on to a moment, and to the pages as they are then: whoever was away for long signs in again. Nobody asks for a reading. */
  const turnTo = async (at: Date) => {
    await clock.turnTo(at);
    await page.context().clock.setSystemTime(clock.now());
    // Both systems are read by their schedule before the clock is turned again: a run that is under way would lose its lease.
    const read = async () =>
      (
        await opened.admin(
          "SELECT DISTINCT connection_id FROM app.collection_runs WHERE company_id = $1 AND state = 'done' AND finished_at >= $2",
          [company, at],
        )
      ).length;
    await expect.poll(read, { timeout: 180_000 }).toBe(2);
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole("heading", { name: /^(Dashboard|Sign in)/, level: 1 })).toBeVisible();
    if (new URL(page.url()).pathname === "/login") await signIn(page, server.url, olga);
  };
  // A session that nobody used for as long as the clock was turned by has ended.
  /** Goes somewhere; whoever finds that the session ended signs in and goes on. */
  const returnTo = async (where: string, there: Locator) => {
    await go(page, where);
    const ended = page.getByRole("heading", { name: "Sign in to Exhibit" });
    await expect(ended.or(there)).toBeVisible({ timeout: 20_000 });
    if (!(await ended.isVisible())) return;
    await signIn(page, server.url, olga);
    await go(page, where);
  };
  const seen = async (words: string) => {
    const link = row(page, "Dan Reyes").getByRole("link", { name: "Dan Reyes" });
    await expect(async () => {
      await returnTo("program/people?search=dan.reyes", link);
      await link.click({ timeout: 20_000 });
      await expect(panel.getByText(words)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 180_000 });
  };
  const leavers = async (words: RegExp) => {
    await expect(async () => {
      await returnTo("controls/XC-07", check("Leavers have no active accounts"));
      await expect(check("Leavers have no active accounts")).toContainText(words, { timeout: 5_000 });
    }).toPass({ timeout: 180_000 });
  };

  await test.step("on Thursday she writes down when Dan leaves", async () => {
    await turnTo(after(-30));
    await go(page, "program/people?search=dan.reyes");
    await row(page, "Dan Reyes").getByRole("link", { name: "Dan Reyes" }).click();
    await panel.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: /^Edit PER-/ });
    await form.getByLabel("Leaves (optional)").fill(friday.toISOString().slice(0, 10));
    await form.getByLabel("Leaves, time in UTC").fill("17:00");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(panel.getByText("Leaves in 29 hours. 2 accounts to close then.")).toBeVisible();
    await look(page, "dan-leaving");
    await wide(page);
  });

  await test.step("on Friday evening Okta has closed his account, and GitHub has not", async () => {
    const users = await okta.change("GET", "/api/v1/users?limit=200");
    const dan = users.find(({ profile }: any) => profile.login === addressOf("Dan Reyes")).id;
    await okta.change("POST", `/api/v1/users/${dan}/lifecycle/deactivate`);
    await turnTo(after(2.2));
    await seen("Left 2 hours ago. 1 account is open. 21 hours left to close.");
    await look(page, "dan-left");
    await wide(page);
    await go(page, "program");
    const task = page
      .getByRole("region", { name: "Tasks" })
      .getByRole("link", { name: "Close the accounts of Dan Reyes" });
    await expect(task).toBeVisible();
    await look(page, "dan-task");
    await wide(page);
    await leavers(/Due to be disabled within 24 hours of leaving: dan-reyes/);
  });

  await test.step("shortly before 24 hours nothing is late yet; at 24 hours the clock and the control turn red", async () => {
    await turnTo(after(23.5));
    await seen("Left 23 hours ago. 1 account is open. Less than an hour left to close.");
    await turnTo(after(25.1));
    await seen("Left 25 hours ago. 1 account is open, 1 hour late.");
    await look(page, "dan-late");
    await wide(page);
    await leavers(/Open more than 24 hours after they left: dan-reyes/);
    await look(page, "dan-control-failing");
    await wide(page);
  });

  await test.step("GitHub closes it, and the next run verifies that", async () => {
    await github.as("ada", "DELETE", `/orgs/${organization}/members/${dansLogin}`);
    await turnTo(after(27.2));
    await seen("Left 27 hours ago. Every account was seen disabled.");
    await look(page, "dan-closed");
    await wide(page);
    await leavers(/No account of the 1 who left is open/);
    await go(page, "program");
    await expect(page.getByRole("region", { name: "Tasks" })).not.toContainText("Close the accounts of Dan Reyes");
  });

  await test.step("the account returns: the clock is red again, and so is the control", async () => {
    await github.as("ada", "PUT", `/orgs/${organization}/memberships/${dansLogin}`, { role: "member" });
    await turnTo(after(29.2));
    await seen("Left 29 hours ago. 1 account is open, 5 hours late.");
    await leavers(/Open more than 24 hours after they left: dan-reyes/);
    await look(page, "dan-returned");
  });
});

/** Everything that somebody has to do, on their phone: from the link in their mail until nothing is left. */
async function onPhone(browser: Browser, url: string, name: string, at: number): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    extraHTTPHeaders: { "x-forwarded-for": `198.51.100.${at + 1}` },
  });
  const phone = await context.newPage();
  const see = async (what: string) => {
    if (at === 0) await look(phone, `phone-${what}`, { widths: [390] });
  };
  await phone.goto(await mails.linkTo(addressOf(name), "Hollis & Marsh LLP: your training and policies"));
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText(`Hello, ${name.split(" ")[0]}`);
  await see("link");
  await phone.getByRole("button", { name: "Open my page" }).tap();
  await expect(phone.getByText(/^\d+ things to do\./)).toBeVisible();
  expect(new URL(phone.url()).origin).toBe(url);
  await see("home");
  for (const title of policies) {
    await phone.getByRole("link", { name: `Read: ${title}` }).tap();
    await expect(phone.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await see("policy");
    await phone.getByRole("button", { name: "Acknowledge" }).tap();
    await expect(phone.getByText("Your acknowledgment is recorded.")).toBeVisible();
    await home(phone);
  }
  const courses = await phone.getByRole("link", { name: /^Start: / }).allTextContents();
  expect(courses.length).toBeGreaterThan(0);
  for (let course = 0; course < courses.length; course += 1) await passCourse(phone, see);
  await expect(phone.getByText("You have nothing to do right now.")).toBeVisible();
  await see("done");
  await context.close();
}

/** The first course that is open, without a fault. */
async function passCourse(phone: Page, see: (what: string) => Promise<void>): Promise<void> {
  const link = phone.getByRole("link", { name: /^Start: / }).first();
  const key = /\/me\/training\/([\w-]+)/.exec((await link.getAttribute("href"))!)![1]!;
  const rights = new Map(contentOf(key).questions.map(({ text, answers }) => [text, answers[0]!]));
  await link.tap();
  await see(`course-${key}`);
  await phone.getByRole("button", { name: "Start the quiz" }).tap();
  for (let at = 1; at <= QUESTIONS; at += 1) {
    await expect(phone.getByText(`Question ${at} of ${QUESTIONS}`)).toBeVisible();
    const question = await phone.getByRole("heading", { level: 1 }).innerText();
    await phone.getByRole("radio", { name: rights.get(question)!, exact: true }).check();
    await phone.getByRole("button", { name: /^(Next question|Finish)$/ }).tap();
  }
  await expect(phone.getByText(`Passed, ${QUESTIONS} of ${QUESTIONS}`)).toBeVisible();
  await see(`passed-${key}`);
  await home(phone);
}

async function home(phone: Page): Promise<void> {
  await phone.getByRole("link", { name: "Back to my page" }).tap();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText(/^Hello, /);
}
