import { expect, test } from "vitest";
import { Fact } from "../facts/fact.ts";
import { populationOf } from "../facts/population.ts";
import { Truth } from "../facts/truth.ts";
import type { Entry, Shape, ShapeFacts, ShapePopulation } from "../shapes/shapes.ts";
import { isRecorded, proposalsIn } from "./proposals.ts";
import type { Collected, Proposal } from "./proposals.ts";

const is = <T>(value: T) => Fact.is(value, ["read"]);
const unread = <T>() => Fact.unread<T>("not asked", ["unread"]);
const all = <S extends Shape>(members: readonly { id: string; label: string; facts: object }[]): ShapePopulation<S> =>
  populationOf(
    "all",
    members.map(({ id, label, facts }) => ({
      key: { provider: "okta" as const, scope: "acme", id },
      label,
      facts: facts as ShapeFacts[S],
    })) as readonly Entry<S>[],
    Truth.all([]),
  );
const nothing: Collected = {
  systemId: "s1",
  accounts: undefined,
  grants: undefined,
  devices: undefined,
  applications: undefined,
};
const grant = (label: string, to: string, level: unknown = is("admin"), over = "account") => ({
  id: `${to} 0`,
  label,
  facts: { to: is(to), role: is("SUPER_ADMIN"), level, over: is(over), eligible: unread() },
});
const account = (id: string, active: boolean) => ({ id, label: `${id}@acme.test`, facts: { active: is(active) } });
const titles = (found: readonly Proposal[]) => found.map(({ register, title }) => `${register} ${title}`);

test("who administers the whole account is proposed, who was disabled or administers a part is not", () => {
  const found = proposalsIn({
    ...nothing,
    accounts: all<"account">([account("1", true), account("2", false)]),
    grants: all<"grant">([
      grant("1@acme.test", "1"),
      grant("2@acme.test", "2"),
      grant("3@acme.test", "3", is("read")),
      grant("4@acme.test", "4", is("admin"), "part"),
    ]),
  });
  expect(titles(found)).toEqual(["approvals 1@acme.test"]);
  expect(found[0]).toMatchObject({
    detail: "Super admin",
    fields: { subject: "1@acme.test", kind: "administrator", systemId: "s1" },
    names: ["1"],
  });
});

test("whoever holds a role of which nothing is known is proposed, and the proposal says so", () => {
  const [found] = proposalsIn({ ...nothing, grants: all<"grant">([grant("1@acme.test", "1", unread())]) });
  expect(found?.detail).toBe("What this role may do was not read");
});

test("two roles of one account are one proposal", () => {
  const grants = all<"grant">([grant("1@acme.test", "1"), { ...grant("1@acme.test", "1"), id: "1 1" }]);
  expect(proposalsIn({ ...nothing, grants })).toHaveLength(1);
});

test("an application is proposed as a vendor, and a phone of device management as a device", () => {
  const found = proposalsIn({
    ...nothing,
    applications: all<"application">([{ id: "a", label: "Docuvault", facts: { people: is(1), scopes: unread() } }]),
    devices: all<"device">([
      { id: "d", label: "iPhone 1", facts: { os: is("iOS") } },
      { id: "e", label: "LT-2", facts: { os: is("Windows") } },
    ]),
  });
  expect(found.map(({ fields, detail }) => ({ ...fields, detail }))).toEqual([
    { name: "Docuvault", applications: ["Docuvault"], detail: "1 person uses it" },
    { name: "iPhone 1", systemId: "s1", kind: "phone", detail: "iOS" },
    { name: "LT-2", systemId: "s1", detail: "Windows" },
  ]);
});

const [admin] = proposalsIn({ ...nothing, grants: all<"grant">([grant("Dan@acme.test", "7")]) });
const stands = (fields: Record<string, string>, endedReason: string | null = null) =>
  isRecorded(admin!, [{ fields: { systemId: "s1", kind: "administrator", ...fields }, endedReason }], "2026-11-26");

test("a record speaks for a proposal by the name or the id that its check accepts, and for no other system", () => {
  expect(stands({ subject: "dan@ACME.test" })).toBe(true);
  expect(stands({ subject: "7" })).toBe(true);
  expect(stands({ subject: "eve@acme.test" })).toBe(false);
  expect(stands({ subject: "7", systemId: "s2" })).toBe(false);
  expect(stands({ subject: "7", kind: "shared-account" })).toBe(false);
});

test("a record that was undone or has expired speaks for nothing", () => {
  expect(stands({ subject: "7", expiresOn: "2026-11-26" })).toBe(true);
  expect(stands({ subject: "7", expiresOn: "2026-11-25" })).toBe(false);
  expect(stands({ subject: "7" }, "Import undone")).toBe(false);
  expect(stands({ subject: "7" }, "Declined")).toBe(true);
});

test("what settings name to be left out is proposed, and only an approval of its kind and system speaks for it", () => {
  const wished = [
    { kind: "not-production", subject: "site" },
    { kind: "public-resource", subject: "site" },
  ];
  const found = proposalsIn({ ...nothing, wished });
  expect(found.map(({ register, fields }) => [register, fields])).toEqual([
    ["approvals", { subject: "site", kind: "not-production", systemId: "s1" }],
    ["approvals", { subject: "site", kind: "public-resource", systemId: "s1" }],
  ]);
  const says = (fields: Record<string, string>) =>
    isRecorded(
      found[0]!,
      [{ fields: { systemId: "s1", subject: "Site", ...fields }, endedReason: null }],
      "2026-11-26",
    );
  expect(says({ kind: "not-production" })).toBe(true);
  expect(says({ kind: "public-resource" })).toBe(false);
  expect(says({ kind: "not-production", systemId: "s2" })).toBe(false);
});
