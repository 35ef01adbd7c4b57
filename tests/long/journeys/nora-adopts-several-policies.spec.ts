import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { answer, answerTo } from "../../support/policy-answers.ts";
import { signIn } from "../../support/sign-in.ts";

test("Nora adds several policies at once, is asked each question once, and hears which policy says otherwise later", async ({
  page,
  server,
}) => {
  const [nora, abe] = (await Promise.all(
    ["Nora", "Abe"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@adopts.test`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await nora.found("Adopts and Sons");
  const at = (more: string) => `/companies/${company}${more}`;
  const { body } = await nora.post(at("/invitations"), { email: abe.email, role: "admin" });
  await abe.post("/invitations/accept", { invitationId: body.invitation.id });
  await signIn(page, server.url, nora);
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });
  await wide();
  const open = () => page.goto(`${server.url}/dashboard/program/policies`);
  const addPolicies = async () => {
    await page.getByRole("button", { name: "Add Policies" }).first().click();
    return page.getByRole("dialog", { name: "Add Policies" });
  };

  await test.step("all that the checks ask for are drafts after one press, and gone after another", async () => {
    await open();
    const dialog = await addPolicies();
    await look(page, "policies-choose");
    await wide();
    const asked = dialog.getByRole("group", { name: "Asked for by your frameworks" });
    await asked.getByRole("checkbox", { name: /^All \d+/ }).check();
    await answer(dialog, /^Does everyone who works for you need/, "Yes");
    await look(page, "policies-choose-all");
    await wide();
    await dialog.getByRole("button", { name: "Add 19 Drafts" }).click();
    await expect(dialog.getByText(/\d+ of 19 created/)).toBeVisible();
    await expect(page.getByText("19 policies added as drafts")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("row", { name: /Draft/ })).toHaveCount(19);
    await look(page, "policies-added-together");
    await wide();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: "No policies yet" })).toBeVisible();
  });

  await test.step("what was answered is not asked again, and each draft is approved by itself", async () => {
    const dialog = await addPolicies();
    await dialog.getByRole("checkbox", { name: "Access control policy" }).check();
    await dialog.getByRole("checkbox", { name: "Incident response plan" }).check();
    await expect(dialog.getByText("1 question answered before")).toBeVisible();
    await dialog.getByText("1 question answered before").click();
    await expect(answerTo(dialog, /^Does everyone who works for you need/, "Yes")).toBeChecked();
    await look(page, "policies-answered-before");
    await wide();
    await dialog.getByRole("button", { name: "Add 2 Drafts" }).click();
    await expect(page.getByText("2 policies added as drafts")).toBeVisible();
    await expect(page.getByRole("row", { name: /Draft/ })).toHaveCount(2);
    const [{ id, open: draft }] = (await nora.get(at("/policies"))).body.filter(
      ({ title, open: own }: { title: string; open: unknown }) => own !== null && title === "Access control policy",
    );
    await nora.post(at(`/policy-versions/${draft.id}/review`), { revision: 1, quorum: 1 });
    expect((await abe.post(at(`/policy-versions/${draft.id}/approvals`), { revision: 1 })).body.id).toBe(id);
  });

  await test.step("an answer that is another later names the policy in force, which stays as it is", async () => {
    await open();
    await page.getByRole("button", { name: "Answers" }).click();
    const dialog = page.getByRole("dialog", { name: "What Is So Today" });
    await answer(dialog, /^Does everyone who works for you need/, "Not yet");
    await dialog.getByRole("button", { name: "Save Answers" }).click();
    await expect(page.getByText("1 policy in force says otherwise than your answers.")).toBeVisible();
    await look(page, "policies-otherwise");
    await wide();
    await page.getByRole("button", { name: "Show Answers" }).click();
    await expect(
      dialog.getByText(/promises: “Everyone who works for us needs a second factor to sign in to our systems/),
    ).toBeVisible();
    await look(page, "policies-answers");
    await wide();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page
      .getByRole("region", { name: "Answered otherwise since" })
      .getByRole("link", { name: "Access control policy" })
      .click();
    await expect(page.getByText(/^The version in force says otherwise than your answers/)).toBeVisible();
    await expect(
      page.getByText("Everyone who works for us needs a second factor to sign in to our systems.").last(),
    ).toBeVisible();
    await look(page, "policy-otherwise");
    await wide();
  });

  await test.step("a new version is read beside the old one, word by word", async () => {
    const [{ id, inForce }] = (await nora.get(at("/policies"))).body.filter(
      ({ inForce: own }: { inForce: unknown }) => own !== null,
    );
    const { text } = (await nora.get(at(`/policy-versions/${inForce.id}`))).body;
    const next = (await nora.post(at(`/policies/${id}/versions`), {})).body.open;
    const changed = text
      .replace(
        "An exception has a reason, a person who approves it, and an end date.",
        "An exception has a reason and an end date.",
      )
      .replace(
        "Everyone who works for us needs a second factor to sign in to our systems.",
        "Everyone who works for us needs a second factor to sign in to most systems.",
      );
    expect(changed).not.toBe(text);
    await nora.send("PATCH", at(`/policy-versions/${next.id}`), JSON.stringify({ revision: 1, text: changed }), {
      "content-type": "application/json",
    });
    await page.reload();
    await page.getByRole("button", { name: "Compare with 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Version 3 compared with 2" });
    await expect(dialog.locator("del", { hasText: "our" })).toBeVisible();
    await expect(dialog.locator("ins", { hasText: "most" })).toBeVisible();
    await expect(dialog.getByText("::: statement")).toHaveCount(0);
    await dialog.locator("ins").first().scrollIntoViewIfNeeded();
    await look(page, "policy-compared");
    await wide();
  });
});
