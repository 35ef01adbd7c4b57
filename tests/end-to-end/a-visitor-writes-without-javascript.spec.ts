import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { inWords } from "#server/human-check/number-words.ts";
import { axeOn } from "../support/axe.ts";
import { expect, test } from "../support/end-to-end.ts";
import type { ServerProcess } from "../support/server-process.ts";

test.use({ javaScriptEnabled: false });

let server: ServerProcess;

test.beforeAll(({ server: shared }) => {
  server = shared;
});

const forms = [
  {
    path: "/request-access",
    button: "Request Early Access",
    fields: {
      "First name": "Vera",
      "Last name": "O'Visitor",
      Email: "vera@firm.test",
      Company: "Sons & Co",
      Role: "Partner",
    },
    success: "Request submitted! We'll be in touch soon.",
    mailed: "Access request: Vera O'Visitor, Sons & Co",
  },
  {
    path: "/waitlist",
    button: "Join the Waitlist",
    fields: {
      "First name": "Vera",
      "Last name": "O'Visitor",
      Email: "vera@firm.test",
      Company: "Sons & Co",
      Role: "Partner",
    },
    success: "You've been added to the waitlist!",
    mailed: "Waitlist: Vera O'Visitor, Sons & Co",
  },
  {
    path: "/contact",
    button: "Send Message",
    fields: { Name: "Vera", Email: "vera@firm.test", Subject: "A question", Message: "Does it\nwork?" },
    success: "Message sent successfully! We'll get back to you soon.",
    mailed: "Message from Vera: A question",
  },
] as const;

const main = (page: Page) => page.getByRole("main");

async function answer(page: Page, button: string, text: (number: number) => string): Promise<void> {
  const group = page.getByRole("group", { name: "Human verification" });
  const asked = await group.locator("label").innerText();
  const words = asked.replace("Type this number in digits: ", "");
  const number = Array.from({ length: 1_000 }, (_, each) => each).find((each) => inWords(each) === words)!;
  await group.getByRole("textbox").fill(text(number));
  await main(page).getByRole("button", { name: button }).click();
}

for (const form of forms) {
  test(`${form.path}: typed by keyboard, one question, received, mailed`, async ({ page }) => {
    await page.goto(server.url + form.path);
    for (const [label, value] of Object.entries(form.fields))
      await main(page).getByLabel(label, { exact: true }).fill(value);
    const button = main(page).getByRole("button", { name: form.button });
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press("Enter");

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One question before we send it");
    await answer(page, form.button, (number) => String(number + 1));
    await expect(page.getByText("Verification failed. Please try again.")).toBeVisible();
    await answer(page, form.button, String);
    await expect(page.getByText(form.success)).toBeVisible();
    await expect(page).toHaveTitle(/ - Exhibit$/);

    const outbox = path.join(server.dataDir, "outbox");
    await expect(async () => {
      const mails = await Promise.all((await readdir(outbox)).map((file) => readFile(path.join(outbox, file), "utf8")));
      expect(mails.join("\n")).toContain(`Subject: ${form.mailed}`);
    }).toPass();
  });
}

test("what is wrong stands under its field, with what was typed", async ({ page }) => {
  await page.goto(`${server.url}/contact`);
  await main(page).getByLabel("Name", { exact: true }).fill("Vera");
  // The browser's own check accepts this address; the server's does not.
  await main(page).getByLabel("Email", { exact: true }).fill("vera@firm");
  await main(page).getByLabel("Subject", { exact: true }).fill("Why");
  await main(page).getByLabel("Message", { exact: true }).fill("Because");
  await main(page).getByRole("button", { name: "Send Message" }).click();
  const email = main(page).getByLabel("Email", { exact: true });
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(email).toBeFocused();
  await expect(main(page).getByLabel("Message", { exact: true })).toHaveValue("Because");
});

test.describe("looked at by axe", () => {
  // Axe itself is a script; the pages run none of their own but the theme's.
  test.use({ javaScriptEnabled: true });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`the pages of the server's own, ${colorScheme}, 390 and 1440 px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const posts = { errors: { email: "x" }, question: { ...named(forms[1].fields) }, received: { website: "x" } };
      for (const [name, fields] of Object.entries(posts)) {
        await page.route("**/typed", (route) =>
          route.fulfill({ contentType: "text/html", body: typed("/waitlist", fields) }),
        );
        await page.goto(`${server.url}/typed`);
        await page.getByRole("button").click();
        await page.waitForURL("**/waitlist");
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const { violations } = await axeOn(page);
          expect(violations.map((violation) => `${name}: ${violation.id}`)).toEqual([]);
        }
      }
    });
  }
});

function named(fields: (typeof forms)[1]["fields"]): Record<string, string> {
  const { "First name": firstName, "Last name": lastName, Email: email, Company: company, Role: role } = fields;
  return { firstName, lastName, email, company, role };
}

function typed(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name="${name}" value="${value.replace("&", "&amp;")}">`,
  );
  return `<form method="post" action="${action}">${inputs.join("")}<button>Send</button></form>`;
}
