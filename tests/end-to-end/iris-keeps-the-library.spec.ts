import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

const table = (page: Page) => page.getByRole("table", { name: "Evidence" });
const details = (page: Page) => page.getByRole("complementary", { name: "Evidence details" });

test("Iris keeps the library", async ({ page, server }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML)/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const iris = await Person.signUp(server.url, "Iris", "iris-library@example.test", (email) => server.tokenFor(email));
  const company = await iris.found("Iris and Sons");
  const file = (name: string, fileName: string, type: string, body: Buffer | string) =>
    iris.upload(
      `/companies/${company}/evidence?${new URLSearchParams({ name, fileName, type, controls: "XC-03" })}`,
      body,
    );
  await file("Access list", "people.csv", "Report", 'name,role\n"Novak, Ana",admin\n');
  await file("Firewall settings", "rules.json", "Config", '{"default":"deny","open":[443]}');
  await file("Office floor plan", "plan.png", "Document", Buffer.from(onePixel, "base64"));
  await file("Signed policy", "policy.pdf", "Policy", onePage());

  await signIn(page, server.url, iris);

  await test.step("two files are added; the line breaks in one of them, and it goes on from where it was", async () => {
    const offsets: (string | null)[] = [];
    let breaks = 1;
    await page.route("**/uploads/*", async (route) => {
      if (route.request().method() !== "POST") return await route.continue();
      const offset = new URL(route.request().url()).searchParams.get("offset");
      offsets.push(offset);
      if (offset !== "0" && breaks-- > 0) return await route.abort("connectionreset");
      await route.continue();
    });
    await page.goto(`${server.url}/dashboard/evidence`);
    await page.getByRole("button", { name: "Add Evidence" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Evidence" });
    await dialog.getByLabel("Files").setInputFiles([
      { name: "capture.bin", mimeType: "application/octet-stream", buffer: randomBytes(9 * 1024 * 1024) },
      { name: "again.csv", mimeType: "text/csv", buffer: Buffer.from('name,role\n"Novak, Ana",admin\n') },
    ]);
    await expect(dialog.getByText("The same file is already on file as EX-001 Access list.")).toBeVisible();
    await dialog.getByRole("checkbox", { name: /Security policies/ }).check();
    await expect(dialog.getByRole("group", { name: "Counts in" })).toContainText("HIPAA");
    await look(page, "library-add");
    await dialog.getByRole("button", { name: "Add Evidence" }).click();
    await expect(dialog).toBeHidden();
    await expect(table(page).getByText("capture")).toBeVisible();
    expect(offsets).toEqual(["0", "8388608", "8388608"]);
  });

  await test.step("filters stand in the address, and the browser walks back over them", async () => {
    await page.getByRole("combobox", { name: "Type" }).selectOption("Config");
    await expect(table(page).getByRole("row")).toHaveCount(2);
    await expect(page).toHaveURL(/type=Config/);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("group", { name: "Filters" }).getByLabel("Freshness").selectOption("expired");
    await expect(page.getByText("No items match these filters.")).toBeVisible();
    await look(page, "library-no-match");
    await page.goBack();
    await expect(table(page).getByText("Firewall settings")).toBeVisible();
    await page.goBack();
    await expect(table(page).getByRole("row")).toHaveCount(7);
    await page.getByRole("searchbox", { name: "Search evidence" }).fill("floor");
    await expect(table(page).getByRole("row")).toHaveCount(2);
    await expect(page.getByText("1 item matches")).toBeVisible();
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(table(page).getByRole("row")).toHaveCount(7);
    await look(page, "library");
  });

  await test.step("texts, tables, pictures and PDFs show without running anything of them", async () => {
    const show = async (name: string) => {
      await table(page).getByRole("link", { name }).click();
      await expect(details(page).getByRole("heading", { name })).toBeFocused();
      await details(page).getByRole("button", { name: "Show preview" }).click();
    };
    await show("Firewall settings");
    await expect(details(page).getByRole("group", { name: "Preview of the file" })).toContainText('"default": "deny"');
    await look(page, "library-json");
    await page.setViewportSize({ width: 1440, height: 900 });
    const tops = page
      .locator(".toolbar > *")
      .evaluateAll((parts) => new Set(parts.map((part) => part.getBoundingClientRect().top)).size);
    expect(await tops, "lines of the toolbar beside an open item").toBe(1);
    await expect(page.getByRole("button", { name: "Map", exact: true })).toBeVisible();
    await show("Access list");
    await expect(details(page).getByRole("cell", { name: "Novak, Ana" })).toBeVisible();
    await show("Office floor plan");
    const picture = details(page).getByRole("img", { name: "File of Office floor plan" });
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
    await show("Signed policy");
    const drawn = details(page).getByRole("img", { name: "Page 1" });
    // The program that draws is loaded only now.
    await expect(drawn).toBeVisible();
    const inks = () =>
      drawn.evaluate((element: HTMLCanvasElement) => {
        const reds = element
          .getContext("2d")!
          .getImageData(0, 0, element.width, element.height)
          .data.filter((_, at) => at % 4 === 0);
        return [reds.includes(0), reds.includes(255)];
      });
    await expect.poll(inks, "black ink on white paper").toEqual([true, true]);
    await look(page, "library-pdf");
  });

  await test.step("the seal is verified here, together with the file", async () => {
    await details(page).getByRole("button", { name: "Verify again" }).click();
    await expect(details(page).getByText("Seal intact")).toBeVisible();
    await details(page).getByRole("button", { name: "Check the file too" }).click();
    await expect(details(page).getByText("The file's SHA-256 matches the one above.")).toBeVisible();
  });

  await test.step("a new version takes the old one's place, and only it counts", async () => {
    await details(page).getByRole("button", { name: "New version" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Evidence" });
    await expect(dialog.getByText("A new version of EX-004 Signed policy.")).toBeVisible();
    await expect(dialog.getByLabel("Type")).toHaveValue("Policy");
    await dialog
      .getByLabel("Files")
      .setInputFiles({ name: "policy-2.pdf", mimeType: "application/pdf", buffer: onePage() });
    await dialog.getByLabel("Name").fill("Signed policy, second edition");
    await dialog.getByRole("button", { name: "Add Evidence" }).click();
    await expect(dialog).toBeHidden();
    await expect(details(page).getByText(/Superseded by EX-007 Signed policy, second edition/)).toBeVisible();
    await look(page, "library-superseded");
    const { body } = await iris.get(`/companies/${company}/controls/XC-03`);
    const states = body.evidence.map(({ exhibit, state }: { exhibit: string; state: string }) => `${exhibit} ${state}`);
    expect(states).toEqual(expect.arrayContaining(["EX-000007 current", "EX-000004 superseded"]));
    await page.goto(`${server.url}/dashboard/evidence?exhibit=EX-000007`);
    await expect(details(page).getByText(/Supersedes EX-004 Signed policy/)).toBeVisible();
    await page.keyboard.press("j");
    await expect(details(page).getByRole("heading", { name: "again" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(details(page)).toBeHidden();
  });

  await test.step("an item is withdrawn with a reason, its control loses it, and Undo brings it back", async () => {
    const countOf = async (id: string) =>
      (await iris.get(`/companies/${company}/controls/${id}`)).body.control.evidenceCount as number;
    const before = await countOf("XC-03");
    await table(page).getByRole("link", { name: "Firewall settings" }).click();
    await details(page).getByRole("button", { name: "Withdraw" }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw EX-002" });
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expect(dialog.getByText("Please give a reason")).toBeVisible();
    await dialog.getByLabel("Reason").fill("Rules of the old office.");
    await look(page, "library-withdraw");
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expect(
      details(page).getByText(/Withdrawn by Iris Example .*: Rules of the old office\. It counts for no control\./),
    ).toBeVisible();
    await expect(table(page).getByText("Firewall settings")).toBeHidden();
    expect(await countOf("XC-03")).toBe(before - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(table(page).getByText("Firewall settings")).toBeVisible();
    expect(await countOf("XC-03")).toBe(before);
    await page.keyboard.press("Escape");
  });

  await test.step("several are chosen and withdrawn together, found under Withdrawn, and restored", async () => {
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(table(page).getByText("Firewall settings")).toBeVisible();
    const rows = await table(page).getByRole("row").count();
    await page.getByRole("button", { name: "Select" }).click();
    const bar = page.getByRole("group", { name: "Selected items" });
    for (const name of ["Firewall settings", "Office floor plan"])
      await table(page)
        .getByRole("checkbox", { name: `Select ${name}` })
        .check();
    await expect(bar.getByText("2 items selected")).toBeVisible();
    await look(page, "library-select");
    await bar.getByRole("button", { name: "Withdraw" }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw 2 items" });
    await dialog.getByLabel("Reason").fill("Not ours");
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await expect(table(page).getByRole("row")).toHaveCount(rows - 2);
    await page.goto(`${server.url}/dashboard/evidence?freshness=withdrawn`);
    await expect(table(page).getByRole("row")).toHaveCount(3);
    await look(page, "library-withdrawn");
    await page.getByRole("button", { name: "Select" }).click();
    await bar.getByRole("button", { name: "Select page" }).click();
    await bar.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("No items match these filters.")).toBeVisible();
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(table(page).getByRole("row")).toHaveCount(rows);
  });

  await test.step("an owner erases a withdrawn file for good, once its number is typed and a reason given", async () => {
    await table(page).getByRole("link", { name: "Office floor plan" }).click();
    await details(page).getByRole("button", { name: "Withdraw" }).click();
    const withdrawing = page.getByRole("dialog", { name: /^Withdraw EX-/ });
    await withdrawing.getByLabel("Reason").fill("It shows a client's desk.");
    await withdrawing.getByRole("button", { name: "Withdraw" }).click();
    await details(page).getByRole("button", { name: "Erase the file" }).click();
    const erasing = page.getByRole("dialog", { name: /^Erase the file of EX-/ });
    const confirm = erasing.getByRole("button", { name: "Erase the file" });
    await expect(confirm).toBeDisabled();
    await expect(erasing.getByText("Nobody can undo this, including us.")).toBeVisible();
    const field = erasing.getByLabel(/^To confirm, type EX-/);
    await field.fill("EX-000001");
    await expect(confirm).toBeDisabled();
    const number = /EX-\d{3,}/.exec(await erasing.locator("label", { hasText: "To confirm" }).innerText())![0];
    await field.fill(number);
    await erasing.getByLabel("Reason").fill("A client asked for it.");
    await look(page, "library-erase");
    await confirm.click();
    await expect(details(page).getByText(/File erased by Iris Example .*: A client asked for it\./)).toBeVisible();
    await expect(details(page).getByRole("heading", { name: "Erased file" })).toBeVisible();
    await expect(details(page).getByRole("button", { name: "Restore" })).toBeHidden();
    await expect(details(page).getByRole("button", { name: "Download" })).toBeHidden();
    await expect(details(page).getByText("Seal intact")).toBeVisible();
    await look(page, "library-erased");
    await page.keyboard.press("Escape");
  });

  await test.step("the map says where everything lies", async () => {
    await page.getByRole("button", { name: "Map" }).click();
    await expect(page.getByRole("table", { name: "Storage locations" })).toContainText("United States");
    await look(page, "library-map");
  });
  expect(complaints).toEqual([]);
});

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A page with a black square and a sentence, and with a script that must not run. */
function onePage(): Buffer {
  const content = "0 0 0 rg 20 20 100 100 re f BT /F1 18 Tf 20 160 Td (Signed in May) Tj ET";
  return Buffer.from(
    [
      "%PDF-1.4",
      "1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj",
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj",
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
      "trailer<</Root 1 0 R>>",
      "%%EOF",
    ].join("\n"),
  );
}
