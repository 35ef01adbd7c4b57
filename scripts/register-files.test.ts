import { expect, test } from "vitest";
import { filesOfRegisters, registersNamed } from "./register-files.ts";

/** However many checks it decides. Migrations and tests are not counted: see decision 0250. */
const MOST = 6;

/** Registers that the product knows beyond their declaration, and why. At most three. */
const exceptions: Readonly<Record<string, string>> = {
  people: "Accounts, policies, training, reviews, tasks and the staff portal are about people.",
  screenings: "Only managers read them, so that they are sealed and printed without what they say.",
  risks: "A control that begins or ceases to pass changes what is left of them: migration 0129 seals them anew.",
};

/** Files of other features that read a register which they are not for. */
const readers: Readonly<Record<string, string>> = {
  "db/migrations/0181_holds_until_another_approves.sql": "A hold binds until another person approves its end.",
  "db/migrations/0240_seconds_who_come_later.sql":
    "Who accepted a risk is nobody else to the approval of its acceptance.",
  "src/server/legal-holds/handlers.ts":
    "Whom a hold binds has been told, and has said so: people answer, as with policies.",
  "db/migrations/0370_links_to_published_contacts.sql": "A link that is mailed to a published contact is a test.",
  "db/migrations/0394_answers_that_spend_nothing.sql": "The same, where its answer is no change of the company's.",
  "src/server/contact-tests/handlers.ts": "The same, where it is sent.",
  "src/server/contact-tests/answer.ts": "The same, where somebody confirms it.",
  "src/server/registers/read-drawn.ts": "What diagrams show that were printed and accepted is each kind of data.",
  "src/server/prefilled-reviews/handlers.ts": "A review that opens with what was seen becomes a test.",
  "src/server/staff/own-holds.ts": "What holds ask of somebody, on the page of staff.",
  "src/server/policies/refuse-contradicted.ts": "A policy that is contradicted goes into force with an action for it.",
  "db/migrations/0323_exceptions_are_decisions.sql": "What a connector's check leaves out is an approval.",
  "db/migrations/0410_emergency_changes_are_excused.sql": "What it passes over is an emergency change with its review.",
  "db/migrations/0428_one_person_approves_no_own_emergency.sql": "The same, by whichever record of People.",
  "db/migrations/0355_exceptions_of_persons.sql": "Nobody leaves anything out by two accounts of their own.",
  "db/migrations/0341_own_devices.sql": "Staff see the devices that are theirs on their page.",
  "src/server/tasks/read-holders.ts": "A device that its holder denies is looked at.",
  "src/domain/tasks/tasks.ts": "An action is a task, and late ones stand beside their register.",
  "src/server/staff/device-questions.ts": "What holders are asked, on the page of staff.",
  "src/server/staff/looked-at.ts": "What somebody who moves may do by an approved request is looked at.",
  "db/migrations/0332_vendor_bundles.sql": "A vendor's bundle is verified for the assurance that names it.",
  "db/migrations/0373_verified_as_who_wrote.sql": "The same, in the name of who wrote its record.",
  "db/migrations/0393_bundles_in_any_order.sql": "The same, in an order that keeps nobody waiting.",
  "src/server/vendor-bundles/verify-vendor-bundles.ts": "The same, by a worker.",
  "src/server/policies/policy-actions.ts": "What a policy does not promise yet becomes an action.",
  "src/web/workspace/program/policies/policy-actions.tsx": "The same, on the page of the policy.",
  "db/migrations/0418_discoveries_another_approved.sql": "Another person approves when an incident was discovered.",
  "src/web/workspace/program/policies/use-add-drafts.ts": "The same, where they are undone with the drafts.",
  "src/server/staff/report-incident.ts": "Staff report an incident from their page.",
  "src/server/tasks/send-notices.ts": "Whoever decides on notice is mailed before its hours end.",
  "src/server/printed-documents/exercise-reports.ts": "An exercise files its own report once it is closed.",
  "src/web/workspace/program/proposal-words.ts": "The same, in the workspace.",
};

test("each register is at most 6 files, however many checks it decides, and nothing else of the product is for it alone", () => {
  const all = filesOfRegisters();
  console.log(
    all
      .map(({ key, own, elsewhere }) => `${key.padEnd(18)}${own.length} files, ${elsewhere.length} elsewhere`)
      .join("\n"),
  );
  expect(all).toHaveLength(27);
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(3);
  const rest = all.filter(({ key }) => !(key in exceptions));
  expect(rest.filter(({ own }) => own.length > MOST)).toEqual([]);
  const left = rest.flatMap(({ elsewhere }) => elsewhere);
  expect(left.toSorted()).toEqual(Object.keys(readers).toSorted());
  // An exception that needs none any more is taken off the list.
  const needed = all.filter(({ own, elsewhere }) => own.length > MOST || elsewhere.length > 0).map(({ key }) => key);
  expect(needed).toEqual(expect.arrayContaining(Object.keys(exceptions)));
});

test.each([
  ["an endpoint", "src/server/site-log/handlers.ts", `const { rows } = register("site-log");`],
  ["a component", "src/web/workspace/program/log.tsx", `<Link to="/dashboard/program/registers/site-log">Log</Link>`],
  ["a query", "src/server/registers/log.ts", "SELECT r.id FROM app.records r WHERE r.register = 'site-log'"],
  ["a part of a page", "src/web/workspace/program/part.tsx", `{register.key === "site-log" && <Part />}`],
])("%s of one register is found", (_, path, text) => {
  expect(registersNamed(path, text, ["people", "site-log"])).toEqual(["site-log"]);
});

test("a word that is also a register's key is none", () => {
  expect(registersNamed("src/web/table.tsx", `{ key: "actions", head: "Actions" }`, ["actions"])).toEqual([]);
});
