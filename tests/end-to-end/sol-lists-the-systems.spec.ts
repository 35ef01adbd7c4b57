import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

test("Sol lists the systems of a firm, says what it has none of, and takes both back", async ({ page, server }) => {
  const sol = await Person.signUp(server.url, "Sol", "sol@example.test", (email) => server.tokenFor(email));
  await sol.found("Sol and Sons");
  await signIn(page, server.url, sol);
  const tile = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

  await test.step("the page of onboarding after the five steps can be skipped", async () => {
    await page.goto(`${server.url}/dashboard/onboarding/systems`);
    await expect(page.getByRole("link", { name: "Skip for now" })).toHaveAttribute("href", "/dashboard/projects");
    await look(page, "onboarding-systems");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("he adds a system, and finds it in each of its kinds", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Systems" }).click();
    await expect(page.getByText("20 kinds are open.")).toBeVisible();
    await page.getByRole("button", { name: "Add system: Email and documents" }).click();
    const dialog = page.getByRole("dialog", { name: "Add System" });
    await dialog.getByLabel("Name").fill("Microsoft 365");
    await dialog.getByLabel("Provider", { exact: true }).selectOption("Microsoft 365");
    await expect(dialog.getByText("By its provider: Identity provider, Email and documents.")).toBeVisible();
    await look(page, "systems-add");
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Add System" }).click();
    await expect(tile("Identity provider")).toContainText("Not connected. Connect");
    await expect(tile("Email and documents")).toContainText("Microsoft 365");
    await page.getByRole("button", { name: "Add System", exact: true }).click();
    await dialog.getByLabel("Name").fill("microsoft 365");
    await dialog.getByRole("checkbox", { name: "Cloud account" }).check();
    await dialog.getByRole("button", { name: "Add System" }).click();
    await expect(
      dialog.getByText("A system with this name is already on the list. Choose another name."),
    ).toBeVisible();
    await dialog.getByLabel("Name").fill("AWS, sandbox");
    await dialog.getByRole("button", { name: "Add System" }).click();
    await expect(tile("Cloud account")).toContainText("Added by hand");
  });

  await test.step("he declares a kind none with a reason, and puts a system out of scope until a day", async () => {
    await page.getByRole("button", { name: "We have none: HR system" }).click();
    const none = page.getByRole("dialog", { name: "HR system: we have none" });
    await none.getByRole("button", { name: "Declare none" }).click();
    await expect(none.getByText("Please give a reason")).toBeVisible();
    await none.getByLabel("Reason").fill("Two partners, no staff.");
    await none.getByRole("button", { name: "Declare none" }).click();
    await expect(tile("HR system")).toContainText("We have none. “Two partners, no staff.”");
    await page.getByRole("button", { name: "Actions for AWS, sandbox" }).click();
    await page.getByRole("menuitem", { name: "Put out of scope" }).click();
    const out = page.getByRole("dialog", { name: "AWS, sandbox: out of scope" });
    await out.getByLabel("Reason").fill("Holds no client data.");
    await out.getByRole("button", { name: "Put out of scope" }).click();
    await expect(tile("Cloud account")).toContainText("Out of scope until");
    await expect(page.getByText("1 system in scope, 1 out of scope, 1 kind declared none.")).toBeVisible();
    await look(page, "systems");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("he declares several kinds none for one reason, and undoes it", async () => {
    await page.getByRole("button", { name: "We have none of…" }).click();
    const several = page.getByRole("dialog", { name: "We have none of these" });
    await several.getByLabel("Reason").fill("We write no software.");
    await several.getByRole("button", { name: "Declare none" }).click();
    await expect(several.getByText("Choose at least one kind")).toBeVisible();
    for (const kind of ["Code hosting", "Issue tracker"]) await several.getByRole("checkbox", { name: kind }).check();
    await look(page, "systems-none-of");
    await page.setViewportSize({ width: 1440, height: 900 });
    await several.getByRole("button", { name: "Declare 2 none" }).click();
    await expect(tile("Code hosting")).toContainText("We have none. “We write no software.”");
    await expect(tile("Issue tracker")).toContainText("We have none. “We write no software.”");
    await page
      .getByText("2 kinds declared none", { exact: true })
      .locator("..")
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByRole("button", { name: "We have none: Code hosting" })).toBeVisible();
    await expect(page.getByRole("button", { name: "We have none: Issue tracker" })).toBeVisible();
  });

  await test.step("he takes both back, and removes what was a mistake", async () => {
    await page.getByRole("button", { name: "Withdraw: HR system" }).click();
    await expect(page.getByRole("button", { name: "We have none: HR system" })).toBeVisible();
    await page.getByRole("button", { name: "Actions for AWS, sandbox" }).click();
    await page.getByRole("menuitem", { name: "Put in scope" }).click();
    await expect(page.getByText("2 systems in scope.")).toBeVisible();
    await page.getByRole("button", { name: "Actions for AWS, sandbox" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(page.getByText("1 system in scope.")).toBeVisible();
  });
});
