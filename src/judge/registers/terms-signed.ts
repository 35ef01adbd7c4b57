import { daysAfter } from "#domain/calendar-day.ts";
import { day as isDay } from "#domain/judge/shapes.ts";
import type { AskedSystem, SnapshotRow } from "#domain/registers/snapshot.ts";
import { holding } from "../fields.ts";
import { accountsUntil, firstAccounts, firstAccountsUnknown } from "./first-accounts.ts";
import { askedSystems } from "./read-systems.ts";
import { dayOf, endOfDay } from "./days.ts";
import {
  fails,
  isActivePerson,
  isFiled,
  isUnknown,
  notConfirmed,
  notVouched,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "./registers.ts";
import { hasCurrent } from "./about-rows.ts";
import { saidAlone } from "./acknowledged.ts";
import { acknowledgedTerms, termsUnreadable } from "./acknowledged-terms.ts";

/** So many days after their first account people have signed. */
const SIGNED_DAYS = 7;
const RECORDS = "signed-terms";
const kinds = { confidentiality: "confidentiality terms", conduct: "code of conduct" } as const;
type Kind = keyof typeof kinds;
const all = Object.keys(kinds) as readonly Kind[];

/** Reads what a snapshot says beside signed terms. */
const termsScope = holding({ identityProviders: askedSystems });

/** Whether a company keeps signed terms here: as a policy that people acknowledge, or as records. */
export function usesTerms(register: (key: string) => ReadRegister, now: Date): boolean {
  const { confirmedUntil } = register(RECORDS);
  const isKept = hasCurrent(register(RECORDS)) || (confirmedUntil !== null && now < confirmedUntil);
  return isKept || acknowledgedTerms(register).policies > 0;
}

/** What is known of one person and one of the terms. */
type Signed = "here" | "filed" | "late" | "late on paper" | "unvouched" | "missing";

/**
 * Each active person signed both terms within seven days of their first account: they acknowledged a text of them that was in force, or
 * the signed paper is on file and another person approved its record. Who is late fails it until they sign, and is named as late from then
 * on.
 */
export function termsSigned(inputs: RegisterInputs): RegisterVerdict {
  const { register, systems, now } = inputs;
  if (termsScope(inputs.terms, "") !== undefined) return isUnknown("What was sealed of signed terms cannot be read.");
  const { identityProviders } = inputs.terms as { readonly identityProviders: readonly AskedSystem[] | null };
  const wrong = termsUnreadable(register);
  if (wrong !== undefined) return isUnknown(`A record cannot be read: ${wrong}.`);
  const [people, records] = [register("people"), register(RECORDS)];
  const active = people.rows.filter((row) => isActivePerson(row, now));
  const first = firstAccounts(systems, identityProviders ?? [], people.rows, [], now);
  const dayOfFirst = new Map(first.people.map(({ personId, madeOn }) => [personId, madeOn]));
  const terms = acknowledgedTerms(register);
  const found = signatures(terms, register, dayOf(now));
  const ends: (Date | null)[] = [people.confirmedUntil];
  const of: Record<Signed | "pending", string[]> = {
    here: [],
    filed: [],
    late: [],
    "late on paper": [],
    unvouched: [],
    missing: [],
    pending: [],
  };
  let byWriter = 0;
  for (const person of active) {
    const since = dayOfFirst.get(person.id);
    if (since === undefined) continue;
    const due = daysAfter(since, SIGNED_DAYS);
    for (const kind of all) {
      const signed = found(person.id, kind, due);
      const isPending = signed === "missing" && now < endOfDay(due);
      if ((signed === "here" || signed === "late") && terms.isAlone(kind, person.id)) byWriter++;
      if (isPending) ends.push(endOfDay(due));
      of[isPending ? "pending" : signed].push(`PER-${person.number} (${kinds[kind]})`);
    }
  }
  if (of.missing.length > 0)
    return fails(`Not signed within 7 days of the first account: ${some(of.missing)}. Send them their links.`);
  if (of.unvouched.length > 0) return isUnknown(notVouched(of.unvouched));
  const missing = notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const isRead = of.filed.length + of["late on paper"].length > 0;
  const unconfirmed = isRead ? notConfirmed(records, "Signed terms", now) : undefined;
  if (unconfirmed !== undefined) return isUnknown(unconfirmed);
  if (active.length === 0) return isUnknown("Nobody in People is active. Add your people there.");
  const ofActive = new Set(active.map(({ id }) => id));
  const asked = first.people.filter(({ personId }) => ofActive.has(personId));
  const unknown = firstAccountsUnknown({ ...first, people: asked }, systems, identityProviders, now);
  if (unknown) return unknown;
  if (asked.length === 0)
    return isUnknown("Nobody active in People has an account. Say whose your accounts are in People.");
  const without = active.length - asked.length;
  const besides = [
    of.pending.length > 0 && `${of.pending.length} still in time to be signed.`,
    without > 0 && `${without} active without an account.`,
  ].filter((said) => said !== false);
  const who = asked.length === 1 ? "1 person" : `${asked.length} people`;
  const late = [...of.late, ...of["late on paper"]];
  const what =
    late.length === 0
      ? "both terms are signed within 7 days of the first account."
      : `both terms are signed. More than 7 days after the first account: ${some(late)}.`;
  return passes(
    `${[`${who}: ${what}`, ...besides].join(" ")}${saidAlone(byWriter, "acknowledgment", "acknowledgments")}`,
    [...ends, ...(isRead ? [records.confirmedUntil] : []), ...accountsUntil(systems)],
  );
}

/** How far somebody signed one of the terms by a day, from what they acknowledged and what is on record. */
function signatures(
  { signedOn, isUnvouched }: ReturnType<typeof acknowledgedTerms>,
  register: (key: string) => ReadRegister,
  today: string,
) {
  const byPerson = Map.groupBy(register(RECORDS).rows, (row) => textOf(row, "personId"));
  return (personId: string, kind: Kind, due: string): Signed => {
    const acknowledged = signedOn(kind, personId);
    const here = acknowledged !== undefined && acknowledged <= today ? acknowledged : undefined;
    if (here !== undefined && here <= due) return "here";
    const own = (byPerson.get(personId) ?? []).filter((row) => ["both", kind].includes(textOf(row, "terms") ?? ""));
    const filed = own.flatMap((row) => filedOn(row, today) ?? []);
    if (filed.some((day) => day <= due)) return "filed";
    if (here !== undefined) return "late";
    if (filed.length > 0) return "late on paper";
    return isUnvouched(kind, personId) ? "unvouched" : "missing";
  };
}

/** The day of a signature on file; one of a day to come is none yet. */
function filedOn(row: SnapshotRow, today: string): string | undefined {
  const day = textOf(row, "signedOn");
  return isFiled(row, "file") && isDay(day) && day! <= today ? day : undefined;
}
