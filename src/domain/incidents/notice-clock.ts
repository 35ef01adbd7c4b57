import { calendarDate } from "../calendar-date.ts";
import type { Clock } from "../registers/clock.ts";
import type { RecordFields } from "../registers/register.ts";

const HOUR_MS = 3_600_000;
/** Data whose loss has to be told by law. */
export const SENSITIVE: readonly string[] = ["personal", "health", "card"];
/** Data of which it is known that no rule here is about it. Client files may hold anything. */
const HARMLESS: readonly string[] = ["business", "public", "none"];

/** How soon a law asks for notice. */
export interface NoticeRule {
  readonly places: readonly string[];
  readonly data: readonly string[];
  /** Whom to tell, and by which law. */
  readonly duty: string;
  /** From the discovery. */
  readonly hours: number;
  readonly source: string;
  /** The day on which the source was last read. */
  readonly asOf: string;
  /** It stands beside the rule of a place, and is none by itself. */
  readonly besides?: true;
}

/** What deadlines to give notice follow from. */
interface Breach {
  readonly data: readonly string[];
  readonly places: readonly string[];
  readonly discoveredAt: string;
  /** Contracts that promise notice within so many hours; undefined where one does not say. */
  readonly contracts: readonly ContractNotice[];
  /** Contracts with clients that ask for notice, and of which nobody said whether the incident touched that client. */
  readonly clients?: readonly ContractNotice[];
}

interface ContractNotice {
  readonly title: string;
  readonly hours: number | undefined;
}

const listOf = (value: RecordFields[string] | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

/** What an incident's fields and its contracts say of deadlines; undefined where its discovery is no instant. */
export function breachOf(
  fields: RecordFields,
  contracts: readonly RecordFields[] = [],
  clients: readonly RecordFields[] = [],
): Breach | undefined {
  const { discoveredAt } = fields;
  if (typeof discoveredAt !== "string" || Number.isNaN(Date.parse(discoveredAt))) return undefined;
  const notices = (of: readonly RecordFields[]) =>
    of.map(({ title, noticeHours }) => ({
      title: typeof title === "string" ? title : "A contract",
      hours: typeof noticeHours === "number" ? noticeHours : undefined,
    }));
  return {
    data: listOf(fields["data"]),
    places: listOf(fields["places"]),
    discoveredAt,
    contracts: notices(contracts),
    clients: notices(clients),
  };
}

/** Whether it is known of all this data that no rule asks for notice of it. */
const isHarmless = (data: readonly string[]) => data.length > 0 && data.every((kind) => HARMLESS.includes(kind));

/**
 * Places of which no rule is known for some of this data, also where one is known for the rest of it. For those counsel is asked: that none
 * is known is not that there is no duty.
 */
export function placesWithoutRule(rules: readonly NoticeRule[], data: readonly string[], places: readonly string[]) {
  if (isHarmless(data)) return [];
  const asked = data.filter((kind) => !HARMLESS.includes(kind));
  const isKnown = (place: string, kind: string) =>
    rules.some((rule) => !rule.besides && rule.places.includes(place) && rule.data.includes(kind));
  return places.filter((place) => asked.length === 0 || !asked.every((kind) => isKnown(place, kind)));
}

/** Whether the decision on notice stays open until counsel has advised: a law is not known, or nobody said where affected people live. */
export const asksCounsel = (rules: readonly NoticeRule[], data: readonly string[], places: readonly string[]) =>
  !isHarmless(data) && (places.length === 0 || placesWithoutRule(rules, data, places).length > 0);

/** Whether an incident is not over yet, so that clients may still have to be told of it. */
export const isRunning = ({ kind, closedAt, data }: RecordFields): boolean =>
  kind !== "mistake" && closedAt === undefined && !isHarmless(listOf(data));

const IF_TOUCHED =
  "This contract asks for notice if the incident touched this client. Add it under Contracts that ask for notice if it did.";

/**
 * Every deadline to give notice, the first one first, those for counsel last. Counted from the instant of the discovery, in whole hours,
 * so that no time zone moves one.
 */
export function noticeDuties(
  rules: readonly NoticeRule[],
  placeNames: Readonly<Record<string, string>>,
  { data, places, discoveredAt, contracts, clients = [] }: Breach,
): readonly Clock[] {
  const from = Date.parse(discoveredAt);
  const due = (hours: number) => new Date(from + hours * HOUR_MS).toISOString();
  const ask = (label: string, source: string): Clock => ({ label, dueAt: null, source });
  const byLaw = rules
    .filter((rule) => rule.places.some((at) => places.includes(at)) && rule.data.some((kind) => data.includes(kind)))
    .map((rule): Clock => ({
      label: rule.duty,
      dueAt: due(rule.hours),
      source: `${rule.source}, as read on ${calendarDate(new Date(rule.asOf))}`,
    }));
  const byContract = contracts.map(({ title, hours }) =>
    hours === undefined
      ? ask(title, "This contract says no hours.")
      : { label: title, dueAt: due(hours), source: "The contract's breach notice" },
  );
  const byClient = clients.flatMap(({ title, hours }) =>
    hours === undefined ? [] : { label: title, dueAt: due(hours), source: IF_TOUCHED },
  );
  const hasRule = (place: string) =>
    rules.some((rule) => !rule.besides && rule.places.includes(place) && rule.data.some((kind) => data.includes(kind)));
  const unknown = [
    ...placesWithoutRule(rules, data, places).map((place) =>
      ask(
        placeNames[place] ?? place,
        hasRule(place)
          ? "Exhibit knows no rule of this place for some of the data it touched."
          : "Exhibit knows no rule for this place.",
      ),
    ),
    ...(data.length === 0 ? [ask("Data it touched", "Nobody said which data it touched.")] : []),
    ...(places.length === 0 && !isHarmless(data) ? [ask("Places", "Nobody said where affected people live.")] : []),
  ];
  const open = byContract.filter(({ dueAt }) => dueAt === null);
  const timed = [...byLaw, ...byClient, ...byContract.filter(({ dueAt }) => dueAt !== null)];
  return [...timed.toSorted((a, b) => (a.dueAt! < b.dueAt! ? -1 : a.dueAt! > b.dueAt! ? 1 : 0)), ...open, ...unknown];
}

// Written out: an engine without Intl says the same.
const grouped = (count: number) =>
  count < 1_000 ? String(count) : `${Math.floor(count / 1_000)},${String(count % 1_000).padStart(3, "0")}`;
const counted = (hours: number) => (hours === 1 ? "1 hour" : `${grouped(hours)} hours`);

/** "41 hours left", "3 hours late", "Ask counsel". Whole hours, never more than there are. */
export function leftUntil(dueAt: string | null, now: Date): string {
  if (dueAt === null) return "Ask counsel";
  const left = (Date.parse(dueAt) - now.getTime()) / HOUR_MS;
  if (left >= 1) return `${counted(Math.floor(left))} left`;
  if (left > 0) return "Less than 1 hour left";
  return left > -1 ? "Due now" : `${counted(Math.floor(-left))} late`;
}

/** The same for what people have weeks for: "29 days left", "30 days late"; hours where it is three days or less. */
export function daysLeftUntil(dueAt: string, now: Date): string {
  const left = (Date.parse(dueAt) - now.getTime()) / (24 * HOUR_MS);
  const days = Math.floor(Math.abs(left));
  return days > 3 ? `${grouped(days)} days ${left > 0 ? "left" : "late"}` : leftUntil(dueAt, now);
}

/**
 * The laws of an incident that are not known, in words: "Ask counsel: Another country". What counsel advised is on file by then or not, and
 * undefined stands for an incident that asks no counsel.
 */
export function openLaw(
  rules: readonly NoticeRule[],
  placeNames: Readonly<Record<string, string>>,
  fields: RecordFields,
): string | undefined {
  const [data, places] = [listOf(fields["data"]), listOf(fields["places"])];
  if (fields["kind"] === "mistake" || !asksCounsel(rules, data, places)) return undefined;
  const named = placesWithoutRule(rules, data, places).map((place) => placeNames[place] ?? place);
  const what = named.length > 0 ? named.join(", ") : "where affected people live";
  return typeof fields["counselAdvice"] === "string" ? `Counsel advised: ${what}` : `Ask counsel: ${what}`;
}

/** The next deadline of an incident in words, for a list; contracts are named on the record itself. */
export function nextDeadline(
  rules: readonly NoticeRule[],
  placeNames: Readonly<Record<string, string>>,
  fields: RecordFields,
  now: Date,
): string | undefined {
  const breach = breachOf(fields);
  if (!breach) return undefined;
  if (fields["kind"] === "mistake") return "None";
  const decision = fields["noticeDecision"];
  const [first] = noticeDuties(rules, placeNames, breach).filter(({ dueAt }) => dueAt !== null);
  const law = openLaw(rules, placeNames, fields);
  const ask = law?.startsWith("Ask") ? [law] : [];
  const isDecided = decision === "notify" || decision === "none";
  // Of an exercise that is over nobody is told any more; who closes an incident without a decision still has to make it.
  if (fields["kind"] === "exercise" && !isDecided && typeof fields["closedAt"] === "string") return "Exercise. Closed";
  const clock = isDecided ? ["Decided"] : first ? [`${first.label}: ${leftUntil(first.dueAt, now)}`] : [];
  // What nobody knows leaves a decision open.
  const said = isDecided && ask.length > 0 ? ask : [...clock, ...ask];
  const words = said.length > 0 ? said.join(". ") : "No deadline is known";
  return fields["kind"] === "exercise" ? `Exercise. ${words}` : words;
}
