import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { aboutRows } from "./about-rows.ts";
import { some } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

const SAID_DAYS = 365;

/**
 * Which records of these registers are gone within a year because the only person who may ended them, as a sentence behind a verdict, or
 * nothing: where no second person can look, a reader has to know.
 */
export function endedAlone(keys: readonly string[], register: (key: string) => ReadRegister, now: Date): string {
  const since = new Date(now.getTime() - SAID_DAYS * 86_400_000).toISOString();
  const numbers = keys.flatMap((key) => {
    const declared = findRegister(key);
    if (!declared) return [];
    const alone = aboutRows(register(key)).endedAlone.filter(({ at }) => since < at);
    return alone.map(({ number }) => recordNumber(declared, number));
  });
  return numbers.length === 0 ? "" : ` Ended by the only person who may: ${some(numbers)}.`;
}

/**
 * What to do where records of these registers count for nothing because whoever wrote them approved them, as a sentence behind a verdict
 * that is none; nothing where there is no such record.
 */
export function approvedAlone(keys: readonly string[], register: (key: string) => ReadRegister): string {
  const numbers = keys.flatMap((key) => {
    const declared = findRegister(key);
    const alone = declared ? aboutRows(register(key)).approvedAlone : [];
    return alone.map((number) => recordNumber(declared!, number));
  });
  return numbers.length === 0
    ? ""
    : ` Approved by nobody but whoever wrote them: ${some(numbers)}. Ask another person to approve them; a company of one invites somebody who does.`;
}
