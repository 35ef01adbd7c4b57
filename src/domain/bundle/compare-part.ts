import type { PartSaid, ReportAnswer } from "../judge/contract.ts";
import { validForMs } from "../judge/valid-for.ts";
import { restsOnAccounts, restsOnReviews } from "../registers/rests-on.ts";
import type { ReadBeside } from "../registers/rests-on.ts";
import { isOfRegisters, REGISTERS, registersOn } from "../registers/snapshot.ts";
import type { Unlike } from "./check-named.ts";
import { runFault } from "./check-runs.ts";
import type { Witnesses } from "./check-runs.ts";
import type { PartLine } from "./verdict-line.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What an exhibit says when it is judged again, or why it was not. */
export type Said =
  | {
      readonly parts: readonly PartSaid[];
      /** Of what a report speaks, and of which day. */
      readonly origin?: Pick<ReportAnswer, "source" | "observedAt">;
      /** Exhibits that a snapshot was read with and the ledger does not prove, by their source, and what it says without them. */
      readonly unproved?: { readonly open: ReadonlyMap<string, string>; readonly parts: readonly PartSaid[] };
      /** Exhibits that a snapshot was read with, that it was judged again without: by their numbers. */
      readonly missing?: ReadonlyMap<string, ReadBeside>;
      /** The sources of closed reviews by the exhibits that they were read from, as far as none was withdrawn by then. */
      readonly reviewed?: ReadonlyMap<string, string>;
    }
  | { readonly open: string }
  | { readonly fault: string };

/** How a line differs from what its exhibit says `now`, or why that stays open; undefined where they agree. */
export function comparePart(
  line: PartLine,
  said: Said,
  now: PartSaid | undefined,
  witnesses: Witnesses,
): Unlike | undefined {
  if (!("parts" in said)) return said;
  const isSaidAgain = now?.outcome === line.outcome && now.reason === line.reason && !timesFault(line, now);
  const unlike = withdrawnFault(line, said, witnesses);
  if (unlike && (!isSaidAgain || "fault" in unlike)) return unlike;
  if (said.missing && !isSaidAgain) return { open: "read with an exhibit that is not in this bundle" };
  const fault = (now && timesFault(line, now)) ?? originFault(line, said);
  if (fault !== undefined) return { fault };
  if (!now) return { fault: `${line.exhibit} says nothing of it` };
  if (now.outcome !== line.outcome || now.reason !== line.reason)
    return { fault: `it says “${line.outcome}: ${line.reason}”, and ${line.exhibit} “${now.outcome}: ${now.reason}”` };
  if (!said.origin) return runFault(line, witnesses);
  if (line.how.kind === "collection") return registersFault(line, said, now, witnesses);
  // What a report is about was said when it came, and its source follows from that; another judge may word it otherwise.
  return witnesses.filings.get(line.exhibit)?.source !== line.source
    ? { open: "read from a report that was filed under another source" }
    : undefined;
}

/** While an exhibit is withdrawn nothing that rests on it is decided, even where it would be said without it. */
export function withdrawnFault(
  line: PartLine,
  { missing = new Map(), reviewed = new Map() }: Extract<Said, { readonly parts: unknown }>,
  { withdrawn }: Witnesses,
): Unlike | undefined {
  const restsOn = [
    ...[...missing].flatMap(([exhibit, read]) => (restsOnAccounts(line, read) ? [exhibit] : [])),
    ...[...reviewed].flatMap(([exhibit, source]) => (restsOnReviews(line, { source }) ? [exhibit] : [])),
  ];
  const cited = restsOn.find((exhibit) => withdrawn.has(exhibit));
  if (cited === undefined) return undefined;
  const { outcome, reason } = line;
  if (outcome === "unknown") return { open: "read with an exhibit that was withdrawn" };
  return { fault: `it says “${outcome}: ${reason}”, and ${cited}, which it was read with, was withdrawn` };
}

/** How a line of registers differs from the ledger; what is only said because of an exhibit that is not proved stays open. */
function registersFault(
  { exhibit, source }: PartLine,
  { unproved }: Extract<Said, { readonly parts: unknown }>,
  now: PartSaid,
  { filings }: Witnesses,
): Unlike | undefined {
  const filedUnder = filings.get(exhibit)?.source;
  if (filedUnder !== REGISTERS)
    return {
      fault:
        filedUnder === undefined ? `${exhibit} was filed under no source` : `${exhibit} was filed under ${filedUnder}`,
    };
  if (!unproved || unproved.parts.some((part) => isSame(part, now))) return undefined;
  const own = [...unproved.open].find(([name]) => registersOn(name) === source);
  return { open: own?.[1] ?? [...unproved.open.values()][0]! };
}

const isSame = (part: PartSaid, now: PartSaid) =>
  part.check === now.check &&
  part.aspect === now.aspect &&
  part.source === now.source &&
  part.outcome === now.outcome &&
  part.reason === now.reason &&
  validForMs(part) === validForMs(now);

/** What a line says otherwise than its report of what that looked at, and when. */
function originFault({ source, observedAt, exhibit }: PartLine, said: Said): string | undefined {
  if (!("origin" in said) || !said.origin)
    return isOfRegisters(source) ? `${exhibit} is not of the registers` : undefined;
  if ((isOfRegisters(source) ? REGISTERS : source) !== said.origin.source)
    return `${exhibit} speaks of ${said.origin.source}`;
  return said.origin.observedAt === observedAt ? undefined : `${exhibit} is of ${said.origin.observedAt}`;
}

/** How long an answer counts follows from when it was observed. */
function timesFault({ observedAt, validUntil }: PartLine, said: PartSaid): string | undefined {
  const [lasts, asSaid] = [Date.parse(validUntil) - Date.parse(observedAt), validForMs(said)];
  // Clocks of databases are finer than a millisecond.
  return Math.abs(lasts - asSaid) <= 1
    ? undefined
    : `it counts for ${lasts / DAY_MS} days instead of ${asSaid / DAY_MS}`;
}
