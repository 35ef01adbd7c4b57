import { connectOkta } from "../support/connected.ts";
import { expect, test } from "../support/end-to-end.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";

test("Cora begins with an empty firm of 12: what she does makes steps done, and she ticks none", async ({
  page,
  opened: { server, admin },
}) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(20_000);
  const cora = await Person.signUp(server.url, "Cora", "cora@twelve.example", (email) => server.tokenFor(email));
  const company = await cora.found("Twelve LLP");
  const okta = await connectOkta(admin, cora, company);
  const administrators = ["maya@acme.test", "dan@acme.test"].map((login, at) => ({
    id: `00u${at}`,
    login,
    roles: ["SUPER_ADMIN"],
  }));
  await okta.read(administrators, new Date());
  // Before the firm has any record.
  const proposals = async () => (await cora.get(`/companies/${company}/registers/approvals/proposals`)).body.length;
  await expect.poll(proposals, { timeout: 30_000 }).toBe(2);
  await comeIn(page, server.url, cora);
  const program = async () => {
    await page.goto(`${server.url}/dashboard/program`);
    return page.getByRole("region", { name: "First steps" });
  };
  const step = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

  await test.step("she adds 12 people and confirms them", async () => {
    await expect((await program()).getByText("0 of 10 first steps done")).toBeVisible();
    await expect(step("Add your people")).toHaveAttribute("aria-current", "step");
    await step("Add your people")
      .getByRole("link", { name: /^Start/ })
      .click();
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const rows = Array.from(
      { length: 12 },
      (_, at) => `Person ${at + 1},p${at + 1}@twelve.example,Employee,2026-01-05`,
    );
    const dialog = page.getByRole("dialog", { name: "Import people" });
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "roster.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Name,Work email,Employment,Starts", ...rows].join("\r\n")),
    });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("button", { name: "Confirm complete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm complete" }).click();
    await expect((await program()).getByText("1 of 10 first steps done")).toBeVisible();
    await expect(step("Add your people")).toContainText(/12 people.*Done/);
  });

  await test.step("she lets the administrators stay that Okta lists, and another person has to approve", async () => {
    await expect(step("Approve administrators")).toContainText("2 approvals proposed");
    await step("Approve administrators")
      .getByRole("link", { name: /^Start/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Approve administrators" });
    await expect(dialog.getByRole("checkbox", { name: /maya@acme\.test/ })).toBeChecked();
    await dialog.getByLabel("Reason").fill("They run the directory.");
    await dialog.getByRole("button", { name: "Add 2 approvals" }).click();
    await expect(dialog.getByText(/Expires on is missing/)).toBeVisible();
    await dialog.getByLabel("Expires on").fill("2099-12-31");
    await dialog.getByRole("button", { name: "Add 2 approvals" }).click();
    await expect(page.getByText("2 approvals added")).toBeVisible();
    await program();
    await expect(step("Approve administrators")).toContainText("2 wait for approval");
  });

  await test.step("she says that the firm has no vendors", async () => {
    await step("Add vendors").getByRole("link", { name: "We have none" }).click();
    await page.getByRole("dialog", { name: "No vendors" }).getByRole("button", { name: "Confirm none" }).click();
    await expect((await program()).getByText("2 of 10 first steps done")).toBeVisible();
    await expect(step("Add vendors")).toContainText(/No vendors.*Done/);
  });
});
