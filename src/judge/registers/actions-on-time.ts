import { controlOfCheck } from "#catalog/index.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { endOfDay } from "./days.ts";
import {
  fails,
  isActivePerson,
  isExhibitOnFile,
  isUnknown,
  listOf,
  notConfirmed,
  looksItself,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import {
  actionsThatCount,
  findingsOf,
  isFollowed,
  isFounded,
  rewrittenTests,
  testNumbers,
  testsOf,
  testsSeen,
  unknownTests,
} from "./tested.ts";

const OWN_CONTROL = controlOfCheck("oversight.actions-on-time").id;
const DAY_MS = 86_400_000;
const GRACE_MS = 30 * DAY_MS;
/** How long an action that was late when it was ended, and that nobody proved to be done, speaks against its check. */
const SPEAKS_DAYS = 365;

/**
 * The day by which an action was promised: the first one, unless somebody other than its owner set a later one before it had passed. An
 * earlier one always counts.
 */
export function promisedDay(row: SnapshotRow): string {
  const due = textOf(row, "dueOn") ?? "1970-01-01";
  const moved = row.moved ?? [];
  let promised = moved[0]?.from ?? due;
  for (const { to, at, another } of moved)
    if (to < promised || (another && new Date(at) < endOfDay(promised))) promised = to;
  return promised < due ? promised : due;
}

/**
 * Each finding of an audit and each failing control has an action; open ones have an active owner, and none is more than 30 days late. One
 * that was so late when it was ended stays late without its proof.
 */
export function actionsOnTime({ register, failingControls, now }: RegisterInputs): RegisterVerdict {
  const [actions, people, tests] = [register("actions"), register("people"), register("tests")];
  const open = actions.rows.filter(({ state }) => state === "open");
  const numbers = (rows: typeof open) => some(rows.map(({ number }) => `ACT-${number}`));
  const endOf = (row: (typeof open)[number]) => endOfDay(promisedDay(row)).getTime() + GRACE_MS;
  const late = open.filter((row) => endOf(row) <= now.getTime());
  const moved = late.filter((row) => promisedDay(row) < (textOf(row, "dueOn") ?? ""));
  const why =
    moved.length > 0
      ? ` Moved after their day had passed, or by their owner alone, which does not count: ${numbers(moved)}. Close them with proof.`
      : "";
  if (late.length > 0) return fails(`More than 30 days late: ${numbers(late)}.${why}`);
  const untold = actions.rows.filter((row) => row.moved === undefined);
  if (untold.length > 0) return isUnknown(`Whether their day was moved was not read: ${numbers(untold)}.`);
  const dropped = actions.rows.filter((row) => {
    const ended = Date.parse(row.endedAt ?? "");
    const isLate = row.state === "ended" && !(ended < endOf(row));
    return (
      isLate && !isExhibitOnFile(row, textOf(row, "proof") ?? "") && !(ended + SPEAKS_DAYS * DAY_MS <= now.getTime())
    );
  });
  if (dropped.length > 0)
    return fails(`More than 30 days late when they were closed, and without proof: ${numbers(dropped)}.`);
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const orphans = open.filter((row) => !isActivePerson(byId.get(textOf(row, "ownerId") ?? ""), now));
  if (orphans.length > 0) return fails(`The owner does not work here: ${numbers(orphans)}.`);
  const missing = notConfirmed(actions, "Actions", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const about = new Set(open.flatMap((row) => listOf(row, "controls")));
  // Its own control may fail by nothing but this check.
  const left = failingControls.filter((control) => control !== OWN_CONTROL && !about.has(control));
  if (left.length > 0) return fails(`No action is open for a failing control: ${some(left)}.`);
  // Who keeps no tests has no finding of one.
  const isTested = tests.rows.length > 0 || tests.confirmedUntil !== null;
  const unread = isTested ? notWhole(tests, "Tests", now, looksItself) : undefined;
  if (unread !== undefined) return isUnknown(unread);
  const audits = testsOf(tests, "audit");
  const seen = testsSeen(tests, "audit");
  const unsaid = [...unknownTests(tests), ...seen.filter((row) => findingsOf(row) === undefined)];
  if (unsaid.length > 0)
    return isUnknown(`Of which kind these tests are, or what they found, is not stated: ${testNumbers(unsaid)}.`);
  const counts = actionsThatCount(actions);
  const without = seen.filter((row) => !isFollowed(row, counts));
  if (without.length > 0)
    return fails(
      `Fewer actions than findings follow from an audit, open or closed with proof: ${testNumbers(without)}.`,
    );
  const unapproved = audits.filter((row) => !isFounded(row));
  if (unapproved.length > 0)
    return isUnknown(`No report that another person approved is on file for: ${testNumbers(unapproved)}.`);
  const rewritten = rewrittenTests(tests);
  if (rewritten.length > 0)
    return isUnknown(`Changed, and not approved by another person since: ${testNumbers(rewritten)}.`);
  const ends = open.flatMap((row) => [
    new Date(endOf(row)),
    ...[textOf(byId.get(textOf(row, "ownerId")!)!, "endsAt")].flatMap((end) =>
      end === undefined ? [] : [new Date(end)],
    ),
  ]);
  const what = open.length === 0 ? "No action is open." : `${open.length} open, none of them late.`;
  return passes(what, [actions.confirmedUntil, people.confirmedUntil, tests.confirmedUntil, ...ends]);
}
