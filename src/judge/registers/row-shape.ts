import { flag, instant, integerFrom, listOf, matching, oneOf, text } from "#domain/judge/shapes.ts";
import { providerKeys } from "#domain/provider.ts";
import { holderAnswers } from "#domain/registers/snapshot.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { each, holding, is, orNothing } from "../fields.ts";
import type { Reader } from "../fields.ts";

/** What names an account. */
export const key = { provider: is(oneOf(...providerKeys)), scope: is(text), id: is(text) };
export const sha256 = is(matching(/^[0-9a-f]{64}$/));
const value: Reader = (given, at) => {
  const isPlain = typeof given === "string" || typeof given === "boolean" || Number.isSafeInteger(given);
  if (isPlain || listOf(text)(given)) return undefined;
  return holding({ sha256 })(given, at);
};
/** The values of a record, each as it is or as a hash. */
export const fields: Reader = (given, at) => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return at;
  for (const [name, held] of Object.entries(given)) {
    const wrong = value(held, `${at}.${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};
/** Who approved it. */
export const approvalAs = orNothing(holding({ at: is(instant), another: is(flag) }));
/** By an exhibit its type. */
const isTypes = (given: unknown): boolean =>
  typeof given === "object" && given !== null && listOf(text)(Object.values(given));
const movedAs = each(holding({ from: is(text), to: is(text), at: is(instant), another: is(flag) }));
const confirmedAs = orNothing(holding({ version: is(integerFrom(1)), changed: is(listOf(text)) }));
/**
 * Accounts stand in the rows of people alone; whose row has none has none that is known. When it was ended stands in ended ones, and what
 * was confirmed in those that somebody confirmed.
 */
export const besides: Reader = (row, at) => {
  const {
    accounts = [],
    endedAt = null,
    approvedBefore = true,
    types = {},
    made = {},
    moved = [],
    endApproval = null,
    confirmed = null,
    firstStart = null,
    endSaidAt = null,
    discoveredFirst = null,
    holderSays = "nothing",
  } = row as Readonly<Record<string, unknown>>;
  if (endedAt !== null && !instant(endedAt)) return `${at}.endedAt`;
  if (firstStart !== null && !instant(firstStart)) return `${at}.firstStart`;
  if (endSaidAt !== null && !instant(endSaidAt)) return `${at}.endSaidAt`;
  if (discoveredFirst !== null && !instant(discoveredFirst)) return `${at}.discoveredFirst`;
  if (!oneOf(...holderAnswers)(holderSays)) return `${at}.holderSays`;
  if (!isTypes(types)) return `${at}.types`;
  if (!isTypes(made) || !Object.values(made as object).every(instant)) return `${at}.made`;
  if (!flag(approvedBefore)) return `${at}.approvedBefore`;
  const wrong =
    approvalAs(endApproval, `${at}.endApproval`) ??
    confirmedAs(confirmed, `${at}.confirmed`) ??
    movedAs(moved, `${at}.moved`);
  if (wrong !== undefined) return wrong;
  return each(holding({ ...key, by: is(oneOf("email", "decision")) }))(accounts, `${at}.accounts`);
};

/** Of each person it is sealed since when they work here by all that was ever said: without it a later day would ask less of them. */
export const firstStarts: Reader = (page, at) => {
  const { register, rows } = page as SnapshotPage;
  if (register !== "people") return undefined;
  const wrong = rows.findIndex((row) => row.firstStart === undefined && Object.hasOwn(row.fields, "startsAt"));
  return wrong < 0 ? undefined : `${at}.rows[${wrong}].firstStart`;
};
