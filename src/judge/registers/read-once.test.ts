import fc from "fast-check";
import { expect, test } from "vitest";
import { populationOfShape } from "#connectors/shape.ts";
import type { SealedCollection } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import { FactPool } from "#domain/facts/fact.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import { isAsRead, shapesOf, systemsOf } from "./judged-systems.ts";

const manifest = (count: number): Pick<SnapshotManifest, "collections" | "programs"> => ({
  collections: Array.from({ length: count }, (_, at) => ({
    exhibit: `EX-${String(at + 1).padStart(6, "0")}`,
    sha256: "0".repeat(64),
    source: `Okta ${at}`,
    systemId: `s${at}`,
    seenAt: "2026-11-23T11:00:00.000Z",
  })),
  programs: [],
});

/** Systems of so many accounts each; `read` hears of which exhibit items are asked for. */
function systems(count: number, accounts: number, read: (at: number) => void) {
  const sealed = oktaExhibit(
    Array.from({ length: accounts }, (_, at) => ({ id: `u${at}`, login: `u${at}@acme.test`, roles: ["SUPER_ADMIN"] })),
  );
  const exhibit = (at: number) => ({
    ...sealed,
    account: { id: `acme ${at}`, label: "acme" },
    get items() {
      read(at);
      return sealed.items;
    },
  });
  return systemsOf(manifest(count), [], exhibit, new Date("2026-11-23T12:00:00.000Z"));
}

test("what is asked of accounts of many systems, in whichever order, reads each exhibit once", () => {
  const reads: number[] = [];
  const all = systems(30, 200, (at) => reads.push(at));
  expect(reads).toEqual([]);
  for (const system of all) expect(system.grants.members).toHaveLength(200);
  for (const system of all.toReversed()) expect(system.accounts.members).toHaveLength(200);
  for (const { applications, devices } of all) expect([applications?.members, devices]).toEqual([[], undefined]);
  expect(reads.toSorted((a, b) => a - b)).toEqual(all.map((_, at) => at));
});

const user = fc.record({
  id: fc.constantFrom("u1", "u2", "u3"),
  login: fc.constantFrom("ann@acme.test", "bot@acme.test", "no address"),
  status: fc.constantFrom("ACTIVE", "DEPROVISIONED", "STAGED", "NEW"),
  createdOn: fc.constantFrom("2026-01-05", "2026-02-30", null),
  roles: fc.constantFrom(undefined, ["SUPER_ADMIN"], ["READ_ONLY_ADMIN", "ODD"]),
});
const exhibit = fc
  .tuple(
    fc.uniqueArray(user, { selector: ({ id }) => id }),
    fc.constantFrom(["users"], ["users", "admins"], ["admins"]),
  )
  .map(([users, steps]) => ({ ...oktaExhibit(users, steps), settings: { serviceAccounts: ["bot@acme.test"] } }));

/** All that can be asked of what was read of a system. */
const asked = ({ accounts, grants }: ReturnType<typeof systemsOf>[number]) => ({
  accounts: accounts.members.map(({ key, label, facts }) => ({
    key,
    label,
    class: facts.class.say(String),
    active: facts.active.say(String),
    createdAt: facts.createdAt.say((at) => at.toISOString()),
  })),
  grants: grants.members.map(({ key, label, facts }) => ({
    key,
    label,
    facts: Object.entries(facts).map(([name, fact]) => [name, fact.say(String)]),
  })),
  whole: [accounts.whole.outcome(), grants.whole.outcome()],
});

test("what was told of an exhibit while it was at hand is what is read of it, and nothing of it is read again", () => {
  const now = new Date("2026-11-23T12:00:00.000Z");
  fc.assert(
    fc.property(fc.array(exhibit, { minLength: 1, maxLength: 3 }), (exhibits) => {
      const pool = new FactPool();
      const told = exhibits.map((sealed) =>
        shapesOf(sealed, pool, populationOfShape(mappings.okta, "account", sealed)),
      );
      const given = manifest(exhibits.length);
      const heads = exhibits.map(({ items: _, ...head }) => ({
        ...head,
        get items(): never {
          throw new Error("It was read again.");
        },
      }));
      const read = systemsOf(given, [], (at) => exhibits[at], now);
      const again = systemsOf(
        given,
        [],
        (at) => heads[at],
        now,
        (at) => told[at],
      );
      expect(again.map(asked)).toEqual(read.map(asked));
    }),
  );
});

test("an exhibit is told of only while each of its decisions is in force", () => {
  const now = new Date("2026-11-23T12:00:00.000Z");
  const until = (day: string) =>
    ({
      ...oktaExhibit([]),
      exceptions: [{ until: day, approvedOn: "2026-11-01", another: true }],
    }) as unknown as SealedCollection;
  expect([until("2026-11-23"), until("2026-11-22")].map((sealed) => isAsRead(sealed, now))).toEqual([true, false]);
  expect(isAsRead(oktaExhibit([]), now)).toBe(true);
});
