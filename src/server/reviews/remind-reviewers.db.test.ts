import { afterAll, beforeAll, expect, test } from "vitest";
import { connectOkta, sayOwner } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let company: string;
let review: any;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const remind = (by: Person) => by.post(at(`/reviews/${review.id}/reminders`), {});

beforeAll(async () => {
  running = await runApp();
  [olga, mia] = [await running.person("Olga"), await running.person("Mia")];
  company = await olga.found("Reminded LLP");
  await addMember(running, company, mia.id, "member");
  for (const { email } of [olga, mia])
    await olga.post(at("/registers/people/records"), {
      fields: { name: email, email, kind: "employee", startsAt: "2026-01-01" },
    });
  const okta = await connectOkta(admin, olga, company);
  const users = ["ana", "ben"].map((name) => ({ id: name, login: `${name}@acme.test` }));
  await okta.read([...users, { id: "mia", login: mia.email }], new Date());
  await sayOwner(admin, olga, company, users);
  await running.app.runTasks();
  const { body } = await olga.post(at("/reviews"), {
    name: "Fourth quarter",
    dueOn: "2099-12-31",
    systems: [{ systemId: okta.systemId, reviewerId: mia.id }],
  });
  review = body;
});
afterAll(() => running.close());

test("each reviewer is mailed what is left for them alone, once an hour, by a manager; and nobody once all is decided", async () => {
  const subjects = async () => {
    await running.app.runTasks();
    return Object.fromEntries(
      running.mails.filter(({ subject }) => /left to decide/.test(subject)).map(({ to, subject }) => [to, subject]),
    );
  };
  expect((await remind(mia)).body.code).toBe("forbidden");
  expect((await remind(olga)).body).toEqual({ sent: 2 });
  expect(await subjects()).toEqual({
    [mia.email]: "Fourth quarter: 2 accounts left to decide",
    [olga.email]: "Fourth quarter: 1 account left to decide",
  });
  expect((await remind(olga)).body.code).toBe("too-many-requests");
  const { accounts } = (await mia.get(at(`/reviews/${review.id}/populations/${review.populations[0].id}/accounts`)))
    .body;
  const decide = (person: Person) =>
    person.post(at(`/reviews/${review.id}/decisions`), {
      decisions: accounts
        .filter((account: any) => account.reviewer.userId === person.id)
        .map(({ id }: any) => ({ rowId: id, decision: "keep" })),
    });
  for (const person of [mia, olga]) expect((await decide(person)).status).toBe(200);
  expect((await remind(olga)).body).toEqual({ sent: 0 });
  expect((await olga.post(at(`/reviews/${review.id}/closing`), {})).status).toBe(200);
  expect((await remind(olga)).body.code).toBe("review-closed");
});
