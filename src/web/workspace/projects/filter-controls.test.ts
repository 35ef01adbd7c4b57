import { expect, test } from "vitest";
import { countChoices, isShown } from "./filter-controls.ts";
import type { ControlFilters, Filterable } from "./filter-controls.ts";

const none: ControlFilters = { status: "", domain: "", owner: "", due: "", search: "" };
const seen = { framework: "soc2", today: "2026-05-14" };
const aControl = (
  id: string,
  status: "passing" | "failing",
  domain: string,
  owner?: string,
  dueOn: string | null = null,
) =>
  ({
    control: {
      id,
      title: `Control ${id}`,
      domain,
      status,
      reason: "2 of 27 accounts.",
      progress: { decided: 0, asked: 1 },
      basis: { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 },
      next: null,
      evidenceCount: 0,
      latestExhibit: null,
      lastTestedAt: null,
      until: null,
      endsSoon: null,
      requirements: { soc2: ["CC6.1"], hipaa: ["164.308(a)(1)"] },
    },
    plan: { controlId: id, owner: owner ? { userId: owner, name: `Name of ${owner}` } : null, dueOn },
  }) satisfies Filterable;
const all = [
  aControl("XC-01", "passing", "People", "ana", "2026-05-01"),
  aControl("XC-02", "failing", "People", "ben", "2026-05-20"),
  aControl("XC-03", "failing", "Access"),
  { ...aControl("XC-04", "passing", "Access"), plan: undefined },
];
const shown = (filters: Partial<ControlFilters>) =>
  all.filter((each) => isShown(each, { ...none, ...filters }, seen)).map(({ control }) => control.id);

test("filters hold together, and none of them shows everything", () => {
  expect(shown({})).toHaveLength(4);
  expect(shown({ status: "failing" })).toEqual(["XC-02", "XC-03"]);
  expect(shown({ status: "failing", domain: "People" })).toEqual(["XC-02"]);
  expect(shown({ owner: "ana" })).toEqual(["XC-01"]);
  expect(shown({ owner: "none" })).toEqual(["XC-03", "XC-04"]);
  expect(shown({ due: "overdue" })).toEqual(["XC-01"]);
  expect(shown({ due: "soon" })).toEqual(["XC-02"]);
  expect(shown({ due: "none", domain: "People" })).toEqual([]);
});

test("words are found in title, reason, ids of the project's framework and owner, and in no other framework", () => {
  expect(shown({ search: "control xc-03" })).toEqual(["XC-03"]);
  expect(shown({ search: "name of BEN" })).toEqual(["XC-02"]);
  expect(shown({ search: "27 cc6.1" })).toHaveLength(4);
  expect(shown({ search: "164.308" })).toEqual([]);
  expect(shown({ search: "  " })).toHaveLength(4);
});

test("a choice's count is what it would show together with the other filters", () => {
  const filters = { ...none, domain: "People", status: "passing" };
  expect(Object.fromEntries(countChoices(all, filters, seen, "status"))).toEqual({ "": 2, passing: 1, failing: 1 });
  expect(Object.fromEntries(countChoices(all, filters, seen, "domain"))).toEqual({ "": 2, People: 1, Access: 1 });
  expect(Object.fromEntries(countChoices(all, filters, seen, "owner"))).toEqual({ "": 1, ana: 1 });
  expect(Object.fromEntries(countChoices(all, none, seen, "due"))).toEqual({ "": 4, overdue: 1, soon: 1, none: 2 });
});
