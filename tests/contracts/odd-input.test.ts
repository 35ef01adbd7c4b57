import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { endpoints } from "#contract/index.ts";
import { openWorld } from "./endpoints/world.ts";
import type { World } from "./endpoints/world.ts";

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.running.close());

/** What PostgreSQL, or a text's own rules, do not take; asked of every field. */
const unfit = ["\u0000", "\ud800"];

/** What nobody means: of a wrong type, too large, or with what a statement or a terminal takes amiss; asked in turn. */
const odd: readonly unknown[] = [
  1e308,
  -1,
  2 ** 53 + 2,
  null,
  [],
  {},
  "'; DROP TABLE app.companies; --",
  "%_\\",
  "9999999999999999999999",
  "0000-00-00",
  "\ufb00\u202ex",
];

test("whatever stands in a field of an endpoint, the answer is one of the catalogue and no fault", async () => {
  const faults: string[] = [];
  let turn = 0;
  for (const endpoint of endpoints) {
    if (endpoint.name === "session.signOut" || endpoint.name === "companies.delete") continue;
    const { properties = {} } = z.toJSONSchema(endpoint.input as z.ZodType, { io: "input", unrepresentable: "any" });
    const fields = Object.keys(properties).filter((field) => !endpoint.path.includes(`{${field}}`));
    for (const field of fields)
      for (const value of [...unfit, odd[(turn += 1) % odd.length]]) {
        await world.running.forgetTries();
        const answer = await world.call(world.owner, endpoint, world.company, { extra: { [field]: value } });
        await answer.response.body?.cancel().catch(() => {});
        const said = typeof value === "string" ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
        if (answer.status === 500) faults.push(`${endpoint.name} ${field} ${said}`);
      }
  }
  expect(turn).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
