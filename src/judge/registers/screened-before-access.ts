import { dayOf, fails, isApproved, isFiled, isUnknown, notConfirmed, passes, some, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const YEAR_MS = 365 * 86_400_000;

/**
 * Whoever got their first account within the last 365 days was screened by that day, with a report on file that another person
 * approved, or has an approved exception that cites the law.
 */
export function screenedBeforeAccess({ register, accounts, now }: RegisterInputs): RegisterVerdict {
  if (accounts === null) return isUnknown("No connected system says since when people have accounts.");
  const [screenings, people] = [register("screenings"), register("people")];
  const human = accounts.filter((account) => account.human);
  const first = new Map<string, string>();
  for (const { personId, since } of human) {
    if (personId === null) continue;
    const earlier = first.get(personId);
    if (earlier === undefined || since < earlier) first.set(personId, since);
  }
  const asked = [...first].filter(([, since]) => now.getTime() - Date.parse(since) <= YEAR_MS);
  const isScreened = (personId: string, since: string) =>
    screenings.rows.some((row) => {
      if (row.state !== "open" || !isApproved(row) || textOf(row, "personId") !== personId) return false;
      // The law's text may be hidden from the judge: that it is there is what is asked.
      if (textOf(row, "kind") === "exception") return row.fields["law"] !== undefined;
      const day = textOf(row, "completedOn");
      return isFiled(row, "report") && day !== undefined && day <= dayOf(since);
    });
  const numbers = new Map(people.rows.map(({ id, number }) => [id, `PER-${number}`]));
  const left = asked.filter(([personId, since]) => !isScreened(personId, since));
  const missing = notConfirmed(screenings, "Screenings", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  if (left.length > 0)
    return fails(`No screening before the first account: ${some(left.map(([id]) => numbers.get(id) ?? "a person"))}.`);
  const unmatched = human.filter(({ personId }) => personId === null);
  if (unmatched.length > 0)
    return isUnknown(`Nobody said whose account it is: ${some(unmatched.map(({ key }) => key))}.`);
  const what =
    asked.length === 0 ? "Nobody got a first account within a year." : `${asked.length} screened before access.`;
  return passes(what, [screenings.confirmedUntil, people.confirmedUntil]);
}
