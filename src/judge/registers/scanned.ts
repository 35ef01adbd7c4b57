import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import { filedUntil, latest } from "./filed-within-year.ts";
import { fails, isUnknown, listOf, looksItself, notWhole, passes, some } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { readScope, SCOPE_UNREAD } from "./program-scope.ts";
import { testsOf } from "./tested.ts";

const QUARTER_DAYS = 92;
/** Clouds, networks and what the public reaches. */
const SCANNED: readonly SystemKind[] = ["cloud", "k8s", "paas", "edge", "site"];
const SCANS = { "internal-scan": "internal", "external-scan": "external" } as const;

/** Each cloud, network and public system in scope is named by an internal and an external scan of the last 92 days, whose reports are on file. */
export function scanned({ register, scope, now }: RegisterInputs): RegisterVerdict {
  const tests = register("tests");
  const missing = notWhole(tests, "Tests", now, looksItself);
  if (missing !== undefined) return isUnknown(missing);
  const read = readScope(scope);
  if (!read) return isUnknown(SCOPE_UNREAD);
  const isScanned = (kind: string) => (SCANNED as readonly string[]).includes(kind);
  const asked = read.systems.filter(({ kinds }) => kinds.some(isScanned));
  const scans = Object.entries(SCANS).map(([kind, word]) => ({ word, untils: untilsIn(testsOf(tests, kind), now) }));
  const found = asked.flatMap(({ systemId, name }) =>
    scans.map(({ word, untils }) => ({ what: `${name} (${word})`, until: latest(untils.get(systemId) ?? []) })),
  );
  const left = found.filter(({ until }) => !until).map(({ what }) => what);
  if (left.length > 0) return fails(`No scan report of the last 92 days names: ${some(left)}.`);
  if (read.unanswered.some(isScanned))
    return isUnknown("Nobody said which clouds, networks and public sites are in scope.");
  // Nearly everybody has a website: that nothing is there to scan is not taken from silence.
  if (asked.length === 0) return isUnknown("No cloud, network or public site is in scope.");
  return passes(`${asked.length} scanned from inside and outside within 92 days.`, [
    tests.confirmedUntil,
    ...found.map(({ until }) => until ?? null),
  ]);
}

/** By a system until when each of the tests that name it counts: they are looked through once for all systems. */
function untilsIn(tests: readonly SnapshotRow[], now: Date): ReadonlyMap<string, readonly (Date | undefined)[]> {
  const untils = new Map<string, (Date | undefined)[]>();
  for (const row of tests) {
    const until = filedUntil(row, "report", "doneOn", now, QUARTER_DAYS);
    for (const id of listOf(row, "systemIds")) {
      const own = untils.get(id);
      if (own) own.push(until);
      else untils.set(id, [until]);
    }
  }
  return untils;
}
