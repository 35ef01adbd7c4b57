import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { answer } from "../../support/policy-answers.ts";
import { signIn } from "../../support/sign-in.ts";

test("Otis answers “not yet”, which becomes an action, and closes it once the policy promises it", async ({
  page,
  server,
}) => {
  const [otis, ada] = (await Promise.all(
    ["Otis", "Ada"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@not-yet.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await otis.found("Not Yet and Sons");
  const at = (more: string) => `/companies/${company}${more}`;
  const { body } = await otis.post(at("/invitations"), { email: ada.email, role: "admin" });
  await ada.post("/invitations/accept", { invitationId: body.invitation.id });
  await otis.post(at("/registers/people/records"), {
    fields: { name: "Kim Park", kind: "employee", startsAt: "2026-01-05" },
  });
  await signIn(page, server.url, otis);
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });
  await wide();
  const promise = "We review who has access to each system above every quarter.";

  await test.step("an answer of not yet asks for an owner and a day, and becomes an action", async () => {
    await page.goto(`${server.url}/dashboard/program/policies`);
    await page.getByRole("button", { name: "Add Policies" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add Policies" });
    await dialog.getByRole("checkbox", { name: "Access control policy" }).check();
    await answer(dialog, /^Are access rights reviewed every quarter,/, "Not yet");
    await dialog.getByRole("button", { name: "Add Draft" }).click();
    await expect(dialog.getByText("Choose an owner")).toBeVisible();
    await expect(dialog.getByText("Choose a day")).toBeVisible();
    await look(page, "policies-add-not-yet");
    await wide();
    await dialog.getByRole("combobox", { name: "Owner of these actions" }).fill("Kim");
    await dialog.getByRole("option", { name: /Kim Park/ }).click();
    await dialog.getByLabel("Due on").fill("2099-12-31");
    await dialog.getByRole("button", { name: "Add Draft" }).click();
    await expect(page.getByText("Policy added as a draft, with 2 actions")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Access control policy", level: 1 })).toBeVisible();
    const aside = page.getByRole("complementary", { name: "About this policy" });
    await expect(aside.getByText(promise)).toBeVisible();
    await expect(aside.getByRole("button", { name: /^Close ACT/ })).toHaveCount(0);
  });

  await test.step("the policy promises it: its action is proposed to be closed, with undo", async () => {
    const [{ id, open }] = (await otis.get(at("/policies"))).body;
    const { text, revision } = (await otis.get(at(`/policy-versions/${open.id}`))).body;
    const path = at(`/policy-versions/${open.id}`);
    const promised = `${text}\n::: statement review.done-this-quarter\n${promise}\n:::\n`;
    await otis.send("PATCH", path, JSON.stringify({ revision, text: promised }), {
      "content-type": "application/json",
    });
    await page.goto(`${server.url}/dashboard/program/policies/${id}`);
    await expect(page.getByText("This version promises it.")).toBeVisible();
    await otis.post(`${path}/review`, { revision: revision + 1, quorum: 1 });
    await ada.post(`${path}/approvals`, { revision: revision + 1 });
    await page.reload();
    await expect(page.getByText("The policy promises it now.")).toBeVisible();
    await look(page, "policy-not-yet");
    await wide();
    const close = page.getByRole("button", { name: /^Close ACT-\d as done/ });
    await close.click();
    await expect(close).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(close).toBeVisible();
    await close.click();
    const ended = async () => (await otis.get(at("/registers/actions/records?state=ended"))).body.records;
    await expect.poll(ended).toMatchObject([{ title: promise, ended: { reason: "Done" } }]);
    await expect(page.getByText("The policy promises it now.")).toHaveCount(0);
  });
});
