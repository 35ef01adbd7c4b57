import { filedUntil } from "./filed-within-year.ts";
import { them, withFormerlyAsked } from "./formerly-asked.ts";
import { fails, isFiled, isUnknown, notWhole, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const HOLDS = ["none", "data", "equipment", "both"];

/** Each site says whether it holds client data or equipment; each that does has a security plan of the last 365 days on file. */
export function officesDeclared(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const sites = register("sites");
  const rows = sites.rows.filter(({ state }) => state !== "ended");
  const numbers = (few: typeof rows) => some(few.map(({ number }) => `SIT-${number}`));
  const asked = rows.filter((row) => textOf(row, "holds") !== "none");
  const untilOf = (row: (typeof rows)[number]) => filedUntil(row, "plan", "planDatedOn", now);
  const isDated = (row: (typeof rows)[number]) => isFiled(row, "plan") && textOf(row, "planDatedOn") !== undefined;
  const old = asked.filter((row) => isDated(row) && untilOf(row) === undefined);
  if (old.length > 0) return fails(`The security plan is not of the last 365 days: ${numbers(old)}.`);
  const missing = notWhole(sites, "Sites", now);
  if (missing !== undefined) return isUnknown(missing);
  const unsaid = rows.filter((row) => !HOLDS.includes(textOf(row, "holds") ?? ""));
  if (unsaid.length > 0) return isUnknown(`What these hold is not stated: ${numbers(unsaid)}.`);
  const bare = asked.filter((row) => untilOf(row) === undefined);
  if (bare.length > 0) return fails(`No approved security plan of the last 365 days: ${numbers(bare)}.`);
  const plans = asked.length === 0 ? "None holds client data or equipment." : `${asked.length} with a security plan.`;
  const verdict = passes(rows.length === 0 ? "You have no sites." : `${rows.length} declared. ${plans}`, [
    sites.confirmedUntil,
    ...asked.map((row) => untilOf(row) ?? null),
  ]);
  return withFormerlyAsked(verdict, inputs, {
    register: "sites",
    words: (count) => `Said to hold client data or equipment until one person took that back or closed ${them(count)}`,
    alone: "Said to hold nothing any more or closed, and confirmed by the only person who may confirm",
    untilOf: ({ row }) => untilOf(row),
  });
}
