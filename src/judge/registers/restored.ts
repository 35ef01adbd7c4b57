import { day as isDay } from "#domain/judge/shapes.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import { them, withFormerlyAsked } from "./formerly-asked.ts";
import { filedUntil } from "./filed-within-year.ts";
import { fails, isUnknown, listOf, looksItself, notWhole, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { readScope, SCOPE_UNREAD } from "./program-scope.ts";
import { rewrittenTests, testNumbers, testsOf, testsSeen, unknownTests } from "./tested.ts";

const RANKS = ["critical", "important", "minor"];

/**
 * Each critical system was restored within 365 days, with its log on file: within its recovery time, with no more loss than it allows, and
 * complete. Of several restores the last one counts.
 */
export function restoreTested(inputs: RegisterInputs): RegisterVerdict {
  const { register, scope, now } = inputs;
  const [systems, tests] = [register("systems"), register("tests")];
  const all = systems.rows.filter(({ state }) => state !== "ended");
  const critical = all.filter((row) => textOf(row, "criticality") === "critical");
  const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `SYS-${number}`));
  const [restores, seen] = [bySystem(testsOf(tests, "restore")), bySystem(testsSeen(tests, "restore"))];
  const lasts = critical.map((system) => ({ system, last: lastRestore(restores, system) }));
  const missed = lasts.flatMap(({ system, last }) =>
    [...new Set([last, lastRestore(seen, system)])].filter((row) => row !== undefined && isMissed(row, system)),
  ) as SnapshotRow[];
  if (missed.length > 0)
    return fails(`The restore took too long, lost too much, or was not complete: ${testNumbers(missed)}.`);
  const missing = notWhole(systems, "Systems", now) ?? notWhole(tests, "Tests", now, looksItself);
  if (missing !== undefined) return isUnknown(missing);
  const unranked = all.filter((row) => !RANKS.includes(textOf(row, "criticality") ?? ""));
  if (unranked.length > 0) return isUnknown(`How critical these are is not stated: ${numbers(unranked)}.`);
  const unstated = [
    ...unknownTests(tests),
    ...testsOf(tests, "restore").filter(
      (row) => !isDay(textOf(row, "doneOn")) || listOf(row, "systemIds").length === 0,
    ),
  ];
  if (unstated.length > 0) return isUnknown(`Kind, day or systems of these are not stated: ${testNumbers(unstated)}.`);
  const rewritten = rewrittenTests(tests);
  if (rewritten.length > 0)
    return isUnknown(`Changed, and not approved by another person since: ${testNumbers(rewritten)}.`);
  const asked = readScope(scope);
  if (!asked) return isUnknown(SCOPE_UNREAD);
  const listed = new Set(all.map((row) => textOf(row, "systemId")));
  const unlisted = asked.systems.filter(({ systemId }) => !listed.has(systemId)).map(({ name }) => name);
  if (unlisted.length > 0)
    return isUnknown(`Systems does not list these, so how critical they are is not known: ${some(unlisted)}.`);
  if (critical.length === 0) return isUnknown("No system is marked as critical.");
  const unbound = critical.filter(
    (row) => hours(row, "rtoHours") === undefined || hours(row, "rpoHours") === undefined,
  );
  if (unbound.length > 0)
    return isUnknown(`There is no recovery time or data loss to compare a restore with: ${numbers(unbound)}.`);
  const left = lasts.filter(({ last }) => !last).map(({ system }) => system);
  if (left.length > 0) return fails(`No restore was tested: ${numbers(left)}.`);
  const ends = lasts.map(({ system, last }) => ({
    system,
    last: last!,
    until: filedUntil(last!, "report", "doneOn", now),
  }));
  const waiting = ends.filter(({ last }) => last.state === "waiting").map(({ last }) => last);
  if (waiting.length > 0) return isUnknown(`The last restore waits for approval: ${testNumbers(waiting)}.`);
  const old = ends.filter(({ until }) => !until).map(({ system }) => system);
  if (old.length > 0) return fails(`No restore of the last 365 days has its log on file: ${numbers(old)}.`);
  const unsaid = ends.filter(({ last, system }) => !isMet(last, system)).map(({ last }) => last);
  if (unsaid.length > 0) return isUnknown(`What the restore came to is not stated: ${testNumbers(unsaid)}.`);
  const verdict = passes(
    counted(
      critical.length,
      "critical system was restored in time, with its data, within 365 days.",
      "critical systems were each restored in time, with their data, within 365 days.",
    ),
    [systems.confirmedUntil, tests.confirmedUntil, ...ends.map(({ until }) => until ?? null)],
  );
  const ranked = withFormerlyAsked(verdict, inputs, {
    kinds: ["critical"],
    register: "systems",
    words: (count) =>
      `Critical until one person ranked ${them(count)} lower, retired ${them(count)} or named another system`,
    alone: "Ranked lower, retired or made another's, and confirmed by the only person who may confirm",
    untilOf: ({ row, about }) => {
      const own = { ...row, fields: { ...row.fields, systemId: about! } };
      const last = lastRestore(seen, own);
      return last && isMet(last, own) ? filedUntil(last, "report", "doneOn", now) : undefined;
    },
  });
  return withFormerlyAsked(ranked, inputs, {
    kinds: [...LIMITS.keys()],
    register: "systems",
    // What is not critical is held to no hours.
    isAsked: ({ row }) => critical.some(({ id }) => id === row.id),
    words: () => "Held to fewer hours until one person allowed more",
    alone: "Allowed more hours, confirmed by the only person who may confirm",
    untilOf: ({ row, asked, about }) => {
      const last = lastRestore(seen, row);
      const took = last && hours(last, LIMITS.get(asked)!);
      return took !== undefined && took <= Number(about) ? filedUntil(last!, "report", "doneOn", now) : undefined;
    },
  });
}

/** What a restore took or lost, by the field of its system that says how much that may be. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ["rtoHours", "recoveryHours"],
  ["rpoHours", "lossHours"],
]);

function hours(row: SnapshotRow, field: string): number | undefined {
  const value = row.fields[field];
  return typeof value === "number" && value >= 0 ? value : undefined;
}

type BySystem = ReadonlyMap<string, readonly SnapshotRow[]>;

function bySystem(restores: readonly SnapshotRow[]): BySystem {
  const found = new Map<string, SnapshotRow[]>();
  for (const row of restores)
    for (const id of new Set(listOf(row, "systemIds"))) {
      const own = found.get(id);
      if (own) own.push(row);
      else found.set(id, [row]);
    }
  return found;
}

function lastRestore(restores: BySystem, system: SnapshotRow): SnapshotRow | undefined {
  const day = (row: SnapshotRow) => textOf(row, "doneOn") ?? "";
  const own = restores.get(textOf(system, "systemId") ?? "") ?? [];
  // Of two on one day the worse decides.
  return own.toSorted((a, b) =>
    day(a) === day(b) ? Number(isMissed(b, system)) - Number(isMissed(a, system)) : day(a) < day(b) ? 1 : -1,
  )[0];
}

/** Whether a restore certainly did not do what its system asks. */
function isMissed(restore: SnapshotRow, system: SnapshotRow): boolean {
  const over = (took: string, most: string) => (hours(restore, took) ?? 0) > (hours(system, most) ?? Infinity);
  return textOf(restore, "complete") === "no" || over("recoveryHours", "rtoHours") || over("lossHours", "rpoHours");
}

function isMet(restore: SnapshotRow, system: SnapshotRow): boolean {
  const within = (took: string, most: string) => (hours(restore, took) ?? Infinity) <= (hours(system, most) ?? -1);
  return (
    textOf(restore, "complete") === "yes" && within("recoveryHours", "rtoHours") && within("lossHours", "rpoHours")
  );
}
