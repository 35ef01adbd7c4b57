import { expect, test } from "vitest";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import { aboutRows, hasCurrent } from "./about-rows.ts";
import { registersOf } from "./read-registers.ts";

// Registers are large, and most of what is asked of their rows is a few numbers.

const MANY = 18_000;
const approval = (another: boolean) => ({ at: "2026-01-02T00:00:00.000Z", another });
const kinds: readonly SnapshotRow[] = [
  sealedRow("seen", {}, 1, { approval: approval(true) }),
  sealedRow("own", {}, 2, { approval: approval(false) }),
  sealedRow("waits", {}, 3, { state: "waiting" }),
  sealedRow("gone", {}, 4, { state: "ended", endApproval: approval(false) }),
  sealedRow("gone, as somebody saw", {}, 5, { state: "ended", endApproval: approval(true) }),
  sealedRow("ended", {}, 6, { state: "ended", endApproval: null }),
];

function counted() {
  const reads = new Map<string, number>();
  const page = (register: string): SnapshotPage => ({
    register,
    get rows() {
      reads.set(register, (reads.get(register) ?? 0) + 1);
      return [...kinds, ...Array.from({ length: MANY }, () => kinds[0]!)];
    },
  });
  const manifest = { registers: [] } as unknown as SnapshotManifest;
  return { reads, register: registersOf(manifest, [page("sites"), page("alerts")]) };
}

test("how many rows stand how, and which were approved or ended alone, is told without a second reading", () => {
  const { reads, register } = counted();
  // More than is held at once.
  expect([register("sites"), register("alerts")]).toHaveLength(2);
  for (const key of ["sites", "alerts", "sites", "alerts"])
    expect({ ...aboutRows(register(key)), hasCurrent: hasCurrent(register(key)) }).toEqual({
      size: MANY + 6,
      states: { open: MANY + 2, waiting: 1, ended: 3 },
      approvedAlone: [2],
      endedAlone: [{ number: 4, at: "2026-01-02T00:00:00.000Z" }],
      hasEndAlone: true,
      hasCurrent: true,
    });
  expect(Object.fromEntries(reads)).toEqual({ sites: 1, alerts: 1 });
});

test("rows that are held no more are read again when they are asked for", () => {
  const { reads, register } = counted();
  const [sites, alerts] = [register("sites"), register("alerts")];
  expect([sites, alerts, sites, sites].map(({ rows }) => rows.length)).toEqual(Array(4).fill(MANY + 6));
  expect(Object.fromEntries(reads)).toEqual({ sites: 2, alerts: 1 });
});

test("a register of which all have ended has none that is current, and neither has one without rows", () => {
  const ended = { rows: [kinds[3]!], confirmedUntil: null };
  expect([hasCurrent(ended), hasCurrent({ rows: [], confirmedUntil: null })]).toEqual([false, false]);
});
