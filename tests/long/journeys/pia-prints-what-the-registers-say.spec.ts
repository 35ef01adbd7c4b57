import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { signIn } from "../../support/sign-in.ts";

test("Pia prints the corrective actions and submits them, and Abe accepts what she submitted", async ({
  page,
  server,
  browser,
}) => {
  const [pia, abe] = (await Promise.all(
    ["Pia", "Abe"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@printed.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await pia.found("Printed and Sons");
  const at = (more: string) => `/companies/${company}${more}`;
  const { body } = await pia.post(at("/invitations"), { email: abe.email, role: "admin" });
  await abe.post("/invitations/accept", { invitationId: body.invitation.id });
  const add = async (register: string, fields: Record<string, unknown>) =>
    (await pia.post(at(`/registers/${register}/records`), { fields })).body;
  const { id: ownerId } = await add("people", { name: "Ada Lin", kind: "employee", startsAt: "2026-01-05" });
  await add("actions", { title: "Rotate the keys", source: "other", ownerId, dueOn: "2099-01-01" });
  await pia.post(at("/projects"), { name: "First", framework: "soc2" });
  await signIn(page, server.url, pia);

  await test.step("the register's menu prints a PDF, by keyboard alone", async () => {
    await pia.post(at("/registers/actions/confirmation"), { count: 1 });
    const sealed = async () =>
      (await pia.get(at("/documents"))).body.find(({ id }: { id: string }) => id === "oversight.corrective-actions")
        .answer?.outcome;
    await expect.poll(sealed, { timeout: 90_000 }).toBe("pass");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/dashboard/program/actions`);
    const menu = page.getByRole("button", { name: "Print", exact: true });
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Corrective action register, Word" })).toBeVisible();
    await look(page, "register-print");
    await page.setViewportSize({ width: 1440, height: 900 });
    await menu.focus();
    if ((await menu.getAttribute("aria-expanded")) === "false") await page.keyboard.press("Enter");
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Corrective action register, PDF" }).press("Enter");
    expect((await download).suggestedFilename()).toBe("Corrective action register.pdf");
  });

  await test.step("she submits it from the control, and cannot accept it herself", async () => {
    await page.goto(`${server.url}/dashboard/controls/XC-02?document=oversight.corrective-actions`);
    await expect(page.getByText("Open actions: 1 action; Closed actions: No actions.")).toBeVisible();
    await look(page, "document-printed");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: /^Submit for review/ }).click();
    await expect(page.getByText("Filed by Pia", { exact: false })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  });

  await test.step("another person accepts it, and the document is on file", async () => {
    const other = await browser.newPage();
    await signIn(other, server.url, abe);
    await other.goto(`${server.url}/dashboard/controls/XC-02?document=oversight.corrective-actions`);
    await other.getByRole("button", { name: /^Accept/ }).click();
    await expect(other.getByText("1 of 4 on file")).toBeVisible();
    await look(other, "document-printed-on-file");
  });
});
