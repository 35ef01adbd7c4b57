import { expect, test } from "vitest";
import { stepState } from "./step-states.ts";
import type { FirstUseFacts } from "./step-states.ts";

const AT = new Date("2026-10-02T09:00:00Z");
type Standing = FirstUseFacts["registers"][number];

function register(key: string, open: number, confirmed: boolean, waiting = 0): Standing {
  const label = key.charAt(0).toUpperCase() + key.slice(1);
  const until = "2027-01-02T09:00:00Z";
  return {
    key,
    label,
    singular: key.slice(0, -1),
    counts: { open, waiting, ended: 0 },
    confirmation: confirmed ? { count: open + waiting, until, state: "confirmed", changed: 0 } : null,
    confirmedAt: confirmed ? AT : null,
  };
}

const facts = (given: Partial<FirstUseFacts>): FirstUseFacts => ({
  registers: [],
  proposed: new Map(),
  openKinds: 0,
  policies: { required: 20, missing: 20, drafts: 0, inForce: 0 },
  review: { open: null, closedAt: null },
  staff: { people: 0, invited: 0 },
  ...given,
});
const vendors = { key: "vendors", registers: ["vendors"] };
const of = (standing: Standing, proposed = 0) =>
  stepState(vendors, facts({ registers: [standing], proposed: new Map([["vendors", proposed]]) }));

test("a step about a register is done once somebody confirmed it, also as empty", () => {
  expect(of(register("vendors", 14, true))).toMatchObject({ state: "done", words: "14 vendors", doneAt: AT });
  expect(of(register("vendors", 0, true))).toMatchObject({ state: "done", words: "No vendors", doneAt: AT });
});

test("records that nobody confirmed, and records that wait for approval, leave it begun", () => {
  expect(of(register("vendors", 3, false))).toMatchObject({
    state: "begun",
    to: "/dashboard/program/vendors?do=confirm",
  });
  expect(of(register("vendors", 3, true, 1))).toMatchObject({ state: "begun", words: "1 waits for approval" });
});

test("an empty register leads to what is proposed, and can be said to be empty", () => {
  expect(of(register("vendors", 0, false), 7)).toMatchObject({
    state: "open",
    words: "7 vendors proposed",
    to: "/dashboard/program/vendors?do=proposals",
    none: null,
  });
  expect(of(register("vendors", 0, false))).toMatchObject({
    to: "/dashboard/program/vendors",
    none: "/dashboard/program/vendors?do=confirm",
  });
  const people = { key: "people", registers: ["people"] };
  expect(stepState(people, facts({ registers: [register("people", 0, false)] }))).toMatchObject({ none: null });
});

test("a step about two registers is done with both, and goes on with the one that is left", () => {
  const places = { key: "places", registers: ["sites", "devices"] };
  const half = [register("sites", 1, true), register("devices", 0, false)];
  expect(stepState(places, facts({ registers: half }))).toMatchObject({
    state: "begun",
    words: "Devices left",
    to: "/dashboard/program/devices",
  });
  const both = [register("sites", 1, true), register("devices", 14, true)];
  expect(stepState(places, facts({ registers: both }))).toMatchObject({ state: "done", words: "1 site, 14 devices" });
  // One of them is hidden from the caller.
  expect(stepState(places, facts({ registers: [register("sites", 1, true)] }))).toBeUndefined();
});

test("policies are done when every required one is in force, and never where none is required and none is there", () => {
  const policies = { key: "policies", registers: [] };
  const state = (given: FirstUseFacts["policies"]) => stepState(policies, facts({ policies: given }))?.state;
  expect(state({ required: 20, missing: 20, drafts: 0, inForce: 0 })).toBe("open");
  expect(state({ required: 20, missing: 20, drafts: 4, inForce: 0 })).toBe("begun");
  expect(state({ required: 20, missing: 1, drafts: 0, inForce: 19 })).toBe("begun");
  expect(state({ required: 20, missing: 0, drafts: 0, inForce: 20 })).toBe("done");
  expect(state({ required: 0, missing: 0, drafts: 0, inForce: 0 })).toBe("open");
});

test("a review is begun while accounts are decided, and done once one was closed", () => {
  const review = { key: "review", registers: [] };
  const open = { id: "r1", decided: 17, of: 46 };
  expect(stepState(review, facts({ review: { open, closedAt: null } }))).toMatchObject({
    state: "begun",
    words: "17 of 46 decided",
    to: "/dashboard/program/reviews/r1",
  });
  expect(stepState(review, facts({ review: { open, closedAt: AT } }))).toMatchObject({ state: "done", doneAt: AT });
});

test("staff are invited once everybody is, nobody is before anybody is in People, and who may not know is told nothing", () => {
  const staff = { key: "staff", registers: [] };
  // Links are sent where the training is.
  expect(stepState(staff, facts({ staff: { people: 12, invited: 0 } }))?.to).toBe("/dashboard/program/training");
  const state = (given: FirstUseFacts["staff"]) => stepState(staff, facts({ staff: given }))?.state;
  expect(state({ people: 0, invited: 0 })).toBe("open");
  expect(state({ people: 12, invited: 3 })).toBe("begun");
  expect(state({ people: 12, invited: 12 })).toBe("done");
  expect(state(null)).toBeUndefined();
});

test("systems and data are described once it is also said of each kind whether the company has such a system", () => {
  const systems = { key: "systems", registers: ["systems"] };
  const registers = [register("systems", 2, true)];
  expect(stepState(systems, facts({ registers }))).toMatchObject({ state: "done", words: "2 systems" });
  expect(stepState(systems, facts({ registers, openKinds: 1 }))).toMatchObject({
    state: "begun",
    words: "1 kind of systems not answered",
    to: "/dashboard/systems",
  });
  // Other steps do not wait for it.
  const vendorsToo = facts({ registers: [register("vendors", 14, true)], openKinds: 3 });
  expect(stepState(vendors, vendorsToo)).toMatchObject({ state: "done" });
});
