import { controlOfCheck } from "#catalog/index.ts";
import { endOfDay, fails, isActivePerson, isUnknown, listOf, notConfirmed, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const OWN_CONTROL = controlOfCheck("oversight.actions-on-time").id;
const GRACE_MS = 30 * 86_400_000;

/** Each audit finding and failing control has an action; open ones have an active owner, and none is more than 30 days late. */
export function actionsOnTime({ register, failingControls, findings, now }: RegisterInputs): RegisterVerdict {
  const [actions, people] = [register("actions"), register("people")];
  const open = actions.rows.filter(({ state }) => state === "open");
  const numbers = (rows: typeof open) => some(rows.map(({ number }) => `ACT-${number}`));
  const endOf = (row: (typeof open)[number]) => endOfDay(textOf(row, "dueOn") ?? "1970-01-01").getTime() + GRACE_MS;
  const late = open.filter((row) => endOf(row) <= now.getTime());
  if (late.length > 0) return fails(`More than 30 days late: ${numbers(late)}.`);
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const orphans = open.filter((row) => !isActivePerson(byId.get(textOf(row, "ownerId") ?? ""), now));
  if (orphans.length > 0) return fails(`The owner does not work here: ${numbers(orphans)}.`);
  const missing = notConfirmed(actions, "Actions", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const about = new Set(open.flatMap((row) => listOf(row, "controls")));
  // Its own control may fail by nothing but this check.
  const left = failingControls.filter((control) => control !== OWN_CONTROL && !about.has(control));
  if (left.length > 0) return fails(`No action is open for a failing control: ${some(left)}.`);
  if (findings === null) return isUnknown("Audit findings are in no register yet.");
  const titles = new Set(actions.rows.map((row) => textOf(row, "title")));
  const without = findings.filter((finding) => !titles.has(finding));
  if (without.length > 0) return fails(`No action is about an audit finding: ${some(without)}.`);
  const ends = open.flatMap((row) => [
    new Date(endOf(row)),
    ...[textOf(byId.get(textOf(row, "ownerId")!)!, "endsAt")].flatMap((end) =>
      end === undefined ? [] : [new Date(end)],
    ),
  ]);
  const what = open.length === 0 ? "No action is open." : `${open.length} open, none of them late.`;
  return passes(what, [actions.confirmedUntil, people.confirmedUntil, ...ends]);
}
