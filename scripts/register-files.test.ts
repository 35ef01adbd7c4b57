import { expect, test } from "vitest";
import { filesOfRegisters, registersNamed } from "./register-files.ts";

const MOST = 6;

/** Registers that the product knows beyond their declaration, and why. At most three. */
const exceptions: Readonly<Record<string, string>> = {
  people: "Accounts, policies, training, reviews, tasks and the staff portal are about people.",
  screenings: "Only managers read them, so that they are sealed and printed without what they say.",
  risks: "A control that begins or ceases to pass changes what is left of them: migration 0129 seals them anew.",
};

/** Files of other features that read a register which they are not for. */
const readers: Readonly<Record<string, string>> = {
  "src/server/policies/refuse-contradicted.ts": "A policy that is contradicted goes into force with an action for it.",
};

test("each register is at most 6 files, and nothing else of the product is for it alone", () => {
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
