import { findRegister } from "#catalog/registers/index.ts";
import { countsAlone } from "#domain/alone.ts";
import { instant, text } from "#domain/judge/shapes.ts";
import { partsOfAsked } from "#domain/registers/formerly-asked.ts";
import type { FormerlyAsked } from "#domain/registers/formerly-asked.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { AnotherSince, SnapshotRow } from "#domain/registers/snapshot.ts";
import { each, holding, is } from "../fields.ts";
import { aloneUntil } from "./alone.ts";
import { isUnknown, passes, some } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const SAID_DAYS = 365;

const shape = each(holding({ register: is(text), id: is(text), asked: is(text), until: is(instant) }));

/** Something that was asked of a record until one person took it away, and when they did so last. */
interface Former {
  readonly row: SnapshotRow;
  readonly asked: string;
  /** What it was asked about, where that is not the record; of a limit the most that was allowed. */
  readonly about: string | undefined;
  readonly until: Date;
}

/** What was asked of records of a register until one person alone took it away, of the kinds that are named; or why that cannot be read. */
export function readFormerlyAsked(
  { register, formerlyAsked }: RegisterInputs,
  key: string,
  ...kinds: readonly string[]
): readonly Former[] | string {
  const { label, asksWhere = {}, asksWithin = [] } = findRegister(key)!;
  if (shape(formerlyAsked, "") !== undefined) return `What was sealed of ${label} cannot be read.`;
  const said = (formerlyAsked as readonly FormerlyAsked[]).filter((own) => own.register === key);
  const rows = new Map(said.length > 0 ? register(key).rows.map((row) => [row.id, row]) : []);
  const isWhole = (asked: string, about: string | undefined) => {
    if (asksWithin.includes(asked)) return about !== undefined && about !== "" && Number(about) >= 0;
    return Object.hasOwn(asksWhere, asked) && (asksWhere[asked]!.of === undefined) === (about === undefined);
  };
  const former = said.flatMap(({ id, asked: words, until }) => {
    const row = rows.get(id);
    const [asked, about] = partsOfAsked(words);
    return row && isWhole(asked, about) ? { row, asked, about, until: new Date(until) } : [];
  });
  if (former.length < said.length) return `What was sealed of ${label} is not about those that are listed.`;
  return former.filter(({ asked }) => kinds.length === 0 || kinds.includes(asked));
}

/** How so many are named again. */
export const them = (count: number): string => (count === 1 ? "it" : "them");

interface Asking {
  readonly register: string;
  /** What of its questions; all where there are none. */
  readonly kinds?: readonly string[];
  /** Whether it is asked of such a record at all; of all where it is absent. */
  readonly isAsked?: (former: Former) => boolean;
  /** "Rated high until one person rated it lower or ended it", of as many. */
  readonly words: (count: number) => string;
  /** The same of what the only person did who may confirm. */
  readonly alone: string;
  /** Until when what was asked is there all the same. */
  readonly untilOf: (former: Former) => Date | undefined;
}

/**
 * A pass over records of which something is asked, where it was asked of others until one person took it away: it asks the same of these,
 * until another person has let that go. Where nobody else could, it says so.
 */
export function withFormerlyAsked(
  verdict: RegisterVerdict,
  inputs: RegisterInputs,
  { register, kinds = [], isAsked = () => true, words, alone: aloneWords, untilOf }: Asking,
): RegisterVerdict {
  if (verdict.outcome !== "pass") return verdict;
  const { anotherSince, now } = inputs;
  const former = readFormerlyAsked(inputs, register, ...kinds);
  if (typeof former === "string") return isUnknown(former);
  const asked = former.filter(isAsked);
  if (asked.length === 0) return verdict;
  const declared = findRegister(register)!;
  const ends = asked.map((own) => ({ ...own, end: untilOf(own) }));
  const left = ends.filter(({ end }) => end === undefined);
  const numbers = (own: typeof left) => some([...new Set(own.map(({ row }) => recordNumber(declared, row.number)))]);
  const who: keyof AnotherSince = declared.rights.confirm.includes("member") ? "contributors" : "managers";
  const alone = aloneUntil(anotherSince, who);
  if (left.length > 0 && !countsAlone(alone, now)) {
    const person = who === "managers" ? "Another owner or admin" : "Another person";
    const approves = declared.rights.approve ? " or approves what the record says now" : "";
    return isUnknown(
      `${words(new Set(left.map(({ row }) => row.id)).size)}: ${numbers(left)}. ${person}, whose email address somebody else confirmed, confirms ${declared.label}${approves} to let that count.`,
    );
  }
  const since = now.getTime() - SAID_DAYS * 86_400_000;
  const said = left.filter(({ until }) => since < until.getTime());
  return passes(`${verdict.reason}${said.length > 0 ? ` ${aloneWords}: ${numbers(said)}.` : ""}`, [
    verdict.until,
    ...ends.flatMap(({ end }) => end ?? []),
    ...(left.length > 0 ? [alone ?? null] : []),
  ]);
}
