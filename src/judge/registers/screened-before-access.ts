import { instant, listOf as isListOf, matching, orNull, text } from "#domain/judge/shapes.ts";
import type { FormerStarts } from "#domain/registers/former-start.ts";
import { digestOfAsked, SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { AskedPerson, ScreeningScope } from "#domain/registers/screenings.ts";
import type { AskedSystem, SnapshotRow } from "#domain/registers/snapshot.ts";
import { each, holding, is } from "../fields.ts";
import { accountsUntil, firstAccounts, firstAccountsUnknown } from "./first-accounts.ts";
import { askedSystems } from "./read-systems.ts";
import { fails, isCertain, isUnknown, mayBe, notConfirmed, passes } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

/** Reads what a snapshot says beside its screenings. */
const screeningScope = holding({
  identityProviders: askedSystems,
  formerStarts: each(holding({ people: is(isListOf(text)), days: is(isListOf(instant)) })),
  asked: is(matching(/^[0-9a-f]{64}$/)),
  cleared: is(orNull(isListOf(text))),
});

/** Who certainly got their first access within the last 365 days: each must have been screened by that day. */
export function askedForScreening(
  systems: readonly ReadSystem[],
  identityProviders: readonly AskedSystem[],
  people: readonly SnapshotRow[],
  former: readonly FormerStarts[],
  now: Date,
): readonly AskedPerson[] {
  return firstAccounts(systems, identityProviders, people, former, now).people.flatMap(
    ({ personId, day, isLongSince }) => (day === undefined || mayBe(isLongSince) ? [] : [{ personId, day }]),
  );
}

/** A screening that another person approved, whose report is on file or whose law is named. Which of these is not told. */
const isSound = (row: SnapshotRow | undefined) =>
  row?.state === "open" && row.fields["approved"] === true && row.fields["founded"] === true;

/**
 * Whoever got their first account within the last 365 days was screened by that day, as a report on file says that another person
 * approved, or has an approved exception that cites the law. A snapshot does not say whose screening is which: it names everybody
 * who is asked by one hash, and as many screenings as they are.
 */
export function screenedBeforeAccess(inputs: RegisterInputs): RegisterVerdict {
  const { register, systems, now } = inputs;
  if (screeningScope(inputs.screenings, "") !== undefined)
    return isUnknown("What was sealed of screenings cannot be read.");
  const { identityProviders, formerStarts, asked: named, cleared } = inputs.screenings as ScreeningScope;
  const [screenings, people] = [register(SCREENING_PAGES), register("people")];
  const missing = notConfirmed(screenings, "Screenings", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const providers = identityProviders ?? [];
  const asked = askedForScreening(systems, providers, people.rows, formerStarts, now);
  // Everybody reads this, and only managers read screenings: nobody is named, and in a small company a number would name somebody.
  if (cleared === null && asked.length > 0)
    return fails(
      `Somebody who got their first account within 365 days has no approved screening from before.${formerStarts.length > 0 ? " Where People said another first day before, a second person who confirms People lets that day go." : ""}`,
    );
  const first = firstAccounts(systems, providers, people.rows, formerStarts, now);
  const young = first.people.filter(({ isLongSince, isDated }) => !isCertain(isLongSince) || !isDated);
  const unknown = firstAccountsUnknown({ ...first, people: young }, systems, identityProviders, now);
  if (unknown) return unknown;
  const rows = new Map(screenings.rows.map((row) => [row.id, row]));
  const isWhole =
    cleared !== null &&
    named === digestOfAsked(asked) &&
    new Set(cleared).size === asked.length &&
    cleared.length === asked.length &&
    cleared.every((id) => isSound(rows.get(id)));
  if (!isWhole) return isUnknown("What was sealed of screenings is not about those who have accounts.");
  return passes("Everybody who got their first account within 365 days was screened before, or is excepted by law.", [
    screenings.confirmedUntil,
    people.confirmedUntil,
    ...accountsUntil(systems),
  ]);
}
