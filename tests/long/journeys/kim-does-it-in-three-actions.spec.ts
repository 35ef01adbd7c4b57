import type { Locator, Page } from "@playwright/test";
import { earnControl } from "../../support/earned.ts";
import { expect, test } from "../../support/end-to-end.ts";
import { Person } from "../../support/person.ts";
import { prowlerReport } from "../../support/reports.ts";
import { comeIn } from "../../support/sign-in.ts";

/** An action is one key chord, or one typed text with Enter. */
const MOST = 3;
const SCREENED = "Background check completion records";

/** The keyboard, counted. Nothing is waited for between two actions: what was typed before an answer came must not be lost. */
function keyboard(page: Page) {
  const done: string[] = [];
  return {
    done,
    press: async (chord: string) => {
      done.push(chord.replace("Control", "Ctrl").replace("+", " "));
      await page.keyboard.press(chord);
    },
    type: async (text: string) => {
      done.push(`“${text}” Enter`);
      await expect(page.locator("dialog[open] input:focus")).toBeVisible();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    },
    /** Before there is any field to type into. */
    typeAtOnce: async (text: string) => {
      done.push(`“${text}” Enter`);
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    },
    /** The system's clipboard is not the test's to fill: what Ctrl V brings is brought as the browser does. */
    paste: async (fileName: string, text: string) => {
      done.push("Ctrl V");
      await page.evaluate(
        ([name, content]) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([content!], name!, { type: "text/plain" }));
          document.activeElement!.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        },
        [fileName, text],
      );
    },
  };
}

test("twelve tasks are done from home by keyboard alone, each in three actions at most", async ({ page, server }) => {
  test.setTimeout(300_000);
  const token = (email: string) => server.tokenFor(email);
  const kim = await Person.signUp(server.url, "Kim", "kim-keys@example.test", token);
  const company = await kim.found("Keys & Co");
  await kim.found("Novak Labs");
  const of = (path: string) => `/companies/${company}${path}`;
  await kim.post(of("/projects"), { name: "SOC 2", framework: "soc2" });
  const rob = await Person.signUp(server.url, "Rob", "rob-files@example.test", token);
  await kim.post(of("/invitations"), { email: rob.email, role: "admin" });
  const [invitation] = (await rob.get("/invitations")).body;
  await rob.post("/invitations/accept", { invitationId: invitation.id });
  // Rob files what nobody has reviewed yet.
  const about = new URLSearchParams({ name: "Leaver list", fileName: "a.txt", type: "Document", controls: "XC-05" });
  const filed = (await rob.upload(of(`/evidence?${about}`), "Who left, and when.")).body;
  const documents = (await rob.get(of("/documents"))).body as { id: string; title: string; controlId: string }[];
  const screened = documents.find(({ title }) => title === SCREENED)!;
  const day = new Date().toISOString().slice(0, 10);
  const asDocument = await rob.post(of(`/controls/XC-05/documents/${screened.id}/filings`), {
    evidenceId: filed.id,
    from: day,
    to: day,
  });
  expect(asDocument.status).toBeLessThan(300);
  // Something that passed fails now, and an alert says so.
  await earnControl(kim, company, "XC-01", { reviewer: rob });
  expect((await kim.upload(of("/imports?fileName=report.json"), prowlerReport(new Date()))).status).toBe(201);
  await expect.poll(async () => (await kim.get(of("/alerts/open"))).body.count).toBeGreaterThan(0);
  const [alert] = (await kim.get(of("/alerts/open"))).body.open as { control: { id: string; title: string } }[];

  await comeIn(page, server.url, kim);
  const table: { task: string; actions: number; keys: string }[] = [];

  type Hands = ReturnType<typeof keyboard>;
  async function task(what: string, how: (hands: Hands) => Promise<void>, shown: Locator | (() => Promise<void>)) {
    await test.step(what, async () => {
      await page.goto(`${server.url}/dashboard?company=${(await kim.get(of(""))).body.slug}`);
      await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
      await expect(page.getByRole("button", { name: /^Switch company, Keys & Co/ })).toBeVisible();
      const hands = keyboard(page);
      await how(hands);
      if (typeof shown === "function") await shown();
      else await expect(shown).toBeVisible();
      expect(hands.done.length, what).toBeLessThanOrEqual(MOST);
      table.push({ task: what, actions: hands.done.length, keys: hands.done.join(", ") });
    });
  }
  const dialog = (title: string) => page.getByRole("dialog", { name: title });

  await task(
    "File",
    async ({ paste, type, press }) => {
      await paste("mfa-policy.txt", "Everybody signs in with a second factor.");
      await type("authentication");
      await expect(dialog("Add Evidence")).toContainText("mfa-policy");
      await press("Control+Enter");
    },
    page.getByText(/^Added as EX-/),
  );
  await task(
    "Find an exhibit by a word",
    async ({ press, type }) => {
      await press("Control+k");
      await type("leaver");
    },
    page.getByRole("complementary", { name: "Evidence details" }).getByRole("heading", { name: "Leaver list" }),
  );
  await task(
    "Open what fails",
    async ({ press, type }) => {
      await press("f");
      await type(alert!.control.title.slice(0, 8));
    },
    page.getByRole("heading", { name: alert!.control.title, level: 1 }),
  );
  await task(
    "Assign",
    async ({ press, type }) => {
      await press("a");
      await type("screening");
      await expect(page.getByRole("combobox", { name: "Who owns Staff screening and agreements?" })).toBeFocused();
      await type("rob");
    },
    async () => {
      await expect(page.getByText("Rob Example owns Staff screening and agreements")).toBeVisible();
      expect((await kim.get(of("/control-plans"))).body[0].owner.userId).toBe(rob.id);
    },
  );
  await task(
    "Invite",
    async ({ press, typeAtOnce }) => {
      await press("i");
      await typeAtOnce("new@example.test");
    },
    page.getByText("Invitation sent to new@example.test"),
  );
  await task(
    "Export",
    async ({ press }) => {
      await press("e");
      await expect(dialog("Export Report")).toBeVisible();
      await press("Control+Enter");
    },
    async () => void (await page.waitForEvent("download")),
  );
  await task(
    "Verify",
    async ({ press, type }) => {
      await press("v");
      await type("leaver");
    },
    page.getByText("Seal intact"),
  );
  await task(
    "Connect",
    async ({ press, type }) => {
      await press("Control+k");
      await type("github");
    },
    dialog("Connect GitHub"),
  );
  await task(
    "Review",
    async ({ press, type }) => {
      await press("r");
      await type("background");
      await expect(page.getByRole("button", { name: /^Accept .* as Background check/ })).toBeVisible();
      await press("Control+Enter");
    },
    page.getByText(`${SCREENED}: accepted`),
  );
  await task(
    "Test",
    async ({ press, type }) => {
      await press("t");
      await type("screen");
    },
    page.getByRole("dialog", { name: /test/i }),
  );
  await task(
    "Mute an alert",
    async ({ press, type }) => {
      await press("m");
      await type(alert!.control.title.slice(0, 8));
    },
    page.getByText(`${alert!.control.title}: muted for a week`),
  );
  await task(
    "Switch company",
    async ({ press, type }) => {
      await press("Control+k");
      await type("novak");
    },
    page.getByText("Switched to Novak Labs"),
  );

  expect(table).toHaveLength(12);
  console.log(table.map(({ task: what, actions, keys }) => `${actions}  ${what.padEnd(26)} ${keys}`).join("\n"));
});

test("every key is on the sheet that ? opens, and single keys can be turned off", async ({ page, server }) => {
  const lin = await Person.signUp(server.url, "Lin", "lin-keys@example.test", (email) => server.tokenFor(email));
  await lin.found("Sheet & Co");
  await comeIn(page, server.url, lin);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
  const actions = sheet.getByRole("region", { name: "Actions" });
  await expect(actions.getByRole("term")).toHaveText([
    "Add Evidence",
    "Assign a Control",
    "Open What Fails",
    "Review a Document",
    "Test a Check",
    "Verify an Exhibit",
    "Mute an Alert",
    "Invite Member",
    "Export Report",
    "Create New Project",
  ]);
  await page.keyboard.press("Space");
  await expect(actions).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or go to" })).toBeFocused();
  await page.keyboard.type("keyboard");
  await page.keyboard.press("Enter");
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Space");

  await test.step("a change that was not meant is undone", async () => {
    // The letter comes before the page has been painted without the sheet, and while the focus is on the sheet's switch.
    await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("a")]);
    await page.keyboard.type("screening");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: /^Who owns/ })).toBeFocused();
    await page.keyboard.type("lin");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone")).toBeVisible();
    const [company] = (await lin.get("/companies")).body;
    expect((await lin.get(`/companies/${company.id}/control-plans`)).body).toEqual([]);
  });
});
