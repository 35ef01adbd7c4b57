import { expect, test } from "../../support/end-to-end.ts";
import { Person } from "../../support/person.ts";
import { comeIn } from "../../support/sign-in.ts";

test("Lou's pages are there before they are asked for, and stay as they were left", async ({ page, server }) => {
  const lou = await Person.signUp(server.url, "Lou", "lou-waits@example.test", (email) => server.tokenFor(email));
  const company = await lou.found("Lou & Co");
  await lou.post(`/companies/${company}/projects`, { name: "SOC 2 readiness", framework: "soc2" });
  for (let number = 1; number <= 52; number += 1) {
    const query = new URLSearchParams({
      name: `Item ${number}`,
      fileName: "a.txt",
      type: number % 2 === 0 ? "Policy" : "Document",
      controls: "XC-05",
    });
    await lou.upload(`/companies/${company}/evidence?${query}`, `Content ${number}`);
  }
  await comeIn(page, server.url, lou);
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  const main = page.getByRole("navigation", { name: "Main" });

  await test.step("pointing at a link, or coming to it by keyboard, fetches what its page begins with", async () => {
    await page.goto(`${server.url}/dashboard/support`);
    await expect(heading("Support")).toBeVisible();
    const asked = page.waitForResponse(/\/projects$/);
    const code = page.waitForResponse(/\/assets\/projects-screen-/);
    await main.getByRole("link", { name: "Projects" }).hover();
    await Promise.all([asked, code]);
    await page.route(/\/companies\/[^/]+\/projects$/, (route) => route.abort());
    await main.getByRole("link", { name: "Projects" }).click();
    await expect(page.getByRole("link", { name: "SOC 2 readiness" }).first()).toBeVisible();
    await page.unroute(/\/companies\/[^/]+\/projects$/);
    const overview = page.waitForResponse(/\/overview$/);
    await main.getByRole("link", { name: "Dashboard" }).focus();
    await overview;
  });

  await test.step("a list comes back as it was left: its filter, and its page", async () => {
    await page.goto(`${server.url}/dashboard/evidence`);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByText("Item 1", { exact: true }).first()).toBeVisible();
    await expect(page.getByText("Item 52", { exact: true })).toHaveCount(0);
    const second = page.url();
    await main.getByRole("link", { name: "Projects" }).click();
    await expect(heading("Projects")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(second);
    await expect(page.getByText("Item 1", { exact: true }).first()).toBeVisible();
    await page.goto(`${server.url}/dashboard/activity`);
    await page.getByLabel("Kind").selectOption("project");
    await expect(page.getByRole("table", { name: "Activity" })).not.toContainText("Item 52");
    await main.getByRole("link", { name: "Projects" }).click();
    await expect(heading("Projects")).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel("Kind")).toHaveValue(/project/);
    await expect(page.getByRole("table", { name: "Activity" })).not.toContainText("Item 52");
  });

  await test.step("the tab is named after what is open, and after its page again", async () => {
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(page).toHaveTitle("Evidence - Exhibit");
    await page.getByRole("link", { name: "Item 52" }).first().click();
    await expect(page).toHaveTitle("EX-052 Item 52 - Exhibit");
    await page.keyboard.press("j");
    await expect(page).toHaveTitle("EX-051 Item 51 - Exhibit");
    await page.getByRole("complementary").getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveTitle("Evidence - Exhibit");
    await page.getByRole("link", { name: "Item 52" }).first().click();
    await main.getByRole("link", { name: "Projects" }).click();
    await expect(page).toHaveTitle("Projects - Exhibit");
  });

  await test.step("a change shows before the server has it, and goes where the server refuses", async () => {
    await page.goto(`${server.url}/dashboard/controls/XC-05`);
    const owner = page.getByLabel("Owner", { exact: true });
    await expect(owner).toHaveValue("");
    let refuse = () => {};
    const held = new Promise<void>((resolve) => void (refuse = resolve));
    await page.route("**/plan", async (route) => {
      await held;
      await route.abort();
    });
    await page.keyboard.press("a");
    await page.keyboard.type("screening");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: /^Who owns/ })).toBeFocused();
    await page.keyboard.type("lou");
    await page.keyboard.press("Enter");
    await expect(owner).toHaveValue(lou.id);
    refuse();
    await expect(owner).toHaveValue("");
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: /could not|cannot|reach/i })
        .first(),
    ).toBeVisible();
    await page.unroute("**/plan");
  });

  await test.step("on paper is the matter alone: no bars, no buttons", async () => {
    for (const address of ["/dashboard", "/dashboard/evidence", "/dashboard/controls/XC-05", "/dashboard/projects"]) {
      await page.goto(server.url + address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.emulateMedia({ media: "print" });
      for (const gone of [".sidebar", ".header", ".main .button", ".main .toolbar"])
        await expect(page.locator(gone).filter({ visible: true }), `${gone} at ${address}`).toHaveCount(0);
      await page.emulateMedia({ media: "screen" });
    }
  });
});
