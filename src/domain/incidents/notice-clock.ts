import { calendarDate } from "../calendar-date.ts";
import type { Clock, RecordFields } from "../registers/register.ts";

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
  readonly contracts: readonly { readonly title: string; readonly hours: number | undefined }[];
}

const listOf = (value: RecordFields[string] | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

/** What an incident's fields and its contracts say of deadlines; undefined where its discovery is no instant. */
export function breachOf(fields: RecordFields, contracts: readonly RecordFields[] = []): Breach | undefined {
  const { discoveredAt } = fields;
  if (typeof discoveredAt !== "string" || Number.isNaN(Date.parse(discoveredAt))) return undefined;
  return {
    data: listOf(fields["data"]),
    places: listOf(fields["places"]),
    discoveredAt,
    contracts: contracts.map(({ title, noticeHours }) => ({
      title: typeof title === "string" ? title : "A contract",
      hours: typeof noticeHours === "number" ? noticeHours : undefined,
    })),
  };
}

/** Places of which no rule is known for this data. For those counsel is asked: that none is known is not that there is no duty. */
export function placesWithoutRule(rules: readonly NoticeRule[], data: readonly string[], places: readonly string[]) {
  if (data.length > 0 && data.every((kind) => HARMLESS.includes(kind))) return [];
  const isKnown = (place: string) =>
    rules.some((rule) => !rule.besides && rule.places.includes(place) && rule.data.some((kind) => data.includes(kind)));
  return places.filter((place) => !isKnown(place));
}

/**
 * Every deadline to give notice, the first one first, those for counsel last. Counted from the instant of the discovery, in whole hours,
 * so that no time zone moves one.
 */
export function noticeDuties(
  rules: readonly NoticeRule[],
  placeNames: Readonly<Record<string, string>>,
  { data, places, discoveredAt, contracts }: Breach,
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
  const isHarmless = data.length > 0 && data.every((kind) => HARMLESS.includes(kind));
  const unknown = [
    ...placesWithoutRule(rules, data, places).map((place) =>
      ask(placeNames[place] ?? place, "Exhibit knows no rule for this place."),
    ),
    ...(data.length === 0 ? [ask("Data it touched", "Nobody said which data it touched.")] : []),
    ...(places.length === 0 && !isHarmless ? [ask("Places", "Nobody said where affected people live.")] : []),
  ];
  const open = byContract.filter(({ dueAt }) => dueAt === null);
  const timed = [...byLaw, ...byContract.filter(({ dueAt }) => dueAt !== null)];
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
  const [first] = noticeDuties(rules, placeNames, breach);
  const words =
    decision === "notify" || decision === "none"
      ? "Decided"
      : first === undefined
        ? "No deadline is known"
        : `${first.label}: ${leftUntil(first.dueAt, now)}`;
  return fields["kind"] === "exercise" ? `Exercise. ${words}` : words;
}
