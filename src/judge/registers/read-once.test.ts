import { expect, test } from "vitest";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import { systemsOf } from "./systems.ts";

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
