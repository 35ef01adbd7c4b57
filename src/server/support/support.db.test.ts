import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ida: Person;
let company: string;
beforeAll(async () => {
  running = await runApp();
  ida = await running.person("Ida");
  company = await ida.found("Novak Law");
});
afterAll(() => running.close());

const send = (subject: string, companyId = company) =>
  ida.post("/support-messages", { subject, message: "Hello\nthere", companyId });
const stored = async () =>
  (
    await running.database.admin.query(
      "SELECT kind, name, email, subject, company FROM app.contact_messages ORDER BY created_at",
    )
  ).rows;

test("a message is stored with the company's name, mailed to the operator, and confirmed", async () => {
  expect((await send("Roles")).body).toEqual({ received: true });
  expect(await stored()).toEqual([
    { kind: "support", name: "Ida Example", email: ida.email, subject: "Roles", company: "Novak Law" },
  ]);
  await running.app.runTasks();
  const mail = running.mails.find(({ subject }) => subject === "Support: Roles");
  expect(mail).toMatchObject({ to: "support@example.test", replyTo: ida.email });
  expect(mail!.text).toContain("Novak Law");
  expect(running.mails.find(({ subject }) => subject === "We have your support message")?.to).toBe(ida.email);
});

test("the name of a company one is no member of is not told", async () => {
  const other = await running.person("Otto");
  await send("Elsewhere", await other.found("Elsewhere Ltd"));
  expect((await stored()).find(({ subject }) => subject === "Elsewhere")?.company).toBeNull();
});

test("one person sends ten messages an hour, and another is not held up by that", async () => {
  await running.forgetTries();
  for (let sent = 0; sent < 10; sent += 1) expect((await send(`Message ${sent}`)).status).toBe(200);
  const refused = await send("One too many");
  expect([refused.status, refused.body.code]).toEqual([429, "too-many-requests"]);
  const other = await running.person("Olga");
  expect((await other.post("/support-messages", { subject: "A", message: "B" })).status).toBe(200);
  expect((await stored()).some(({ subject }) => subject === "One too many")).toBe(false);
});
