import { minuteOfDay } from "#web/design/dates.ts";
import type { Connection } from "./connection.ts";

export type Hours = Connection["hours"];

/** More than so many times are counted and not named. */
const NAMED = 3;

/** One sentence for the strip: `22 of 24 hours collected, 1 missed at 03:00 UTC, 1 partial at 14:00 UTC`. */
export function sayHours(hours: Hours): string {
  const due = dueOf(hours);
  if (due.length === 0) return "No hour was due yet";
  const complete = due.filter(({ state }) => state === "complete").length;
  return [
    `${complete} of ${due.length} ${due.length === 1 ? "hour" : "hours"} collected`,
    ...part(due, "missed", "missed"),
    ...part(due, "failed", "failed"),
    ...part(due, "partial", "partial"),
    ...changesOf(due),
  ].join(", ");
}

/** The same for a narrow line: `23 of 24, 03:00 UTC missed, 2 with changes`. */
export function sayHoursShortly(hours: Hours): string {
  const due = dueOf(hours);
  if (due.length === 0) return "none due yet";
  const complete = due.filter(({ state }) => state === "complete").length;
  const said = (["missed", "failed", "partial"] as const).flatMap((state) => {
    const ones = due.filter((hour) => hour.state === state);
    if (ones.length === 0) return [];
    return ones.length === 1 ? `${minuteOfDay(ones[0]!.slot)} UTC ${state}` : `${ones.length} ${state}`;
  });
  return [`${complete} of ${due.length}`, ...said, ...changesOf(due)].join(", ");
}

const words: Readonly<Record<Hours[number]["state"], string>> = {
  complete: "collected",
  partial: "partial, some data could not be read",
  failed: "failed",
  missed: "missed",
  open: "running",
  none: "not due",
};

/** What became of one hour, for a person who points at it. */
export function sayHour({ slot, state, changed }: Hours[number]): string {
  return `${minuteOfDay(slot)} UTC: ${words[state]}${changed ? ", with changes" : ""}`;
}

function changesOf(due: Hours): string[] {
  const many = due.filter(({ changed }) => changed).length;
  return many === 0 ? [] : [`${many} with changes`];
}

/** An hour that is under way is neither collected nor missed. */
function dueOf(hours: Hours): Hours {
  return hours.filter(({ state }) => state !== "none" && state !== "open");
}

function part(due: Hours, state: Hours[number]["state"], word: string): string[] {
  const ones = due.filter((hour) => hour.state === state);
  if (ones.length === 0) return [];
  const times = ones.length <= NAMED ? ` at ${listed(ones.map(({ slot }) => minuteOfDay(slot)))} UTC` : "";
  return [`${ones.length} ${word}${times}`];
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
