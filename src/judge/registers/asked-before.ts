import { dayOf } from "#domain/calendar-day.ts";
import { flag, instant, text } from "#domain/judge/shapes.ts";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import type { PolicyPerson } from "#domain/policies/policy.ts";
import type { FormerKind } from "#domain/registers/former-kind.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { each, holding, is } from "../fields.ts";
import { instantOf } from "./policy-approved.ts";
import { textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

const DAY_MS = 86_400_000;

/** Reads which kinds of people somebody was of before. */
const formerKinds = each(holding({ personId: is(text), kind: is(text), until: is(instant) }));
const isAssignment = holding({ versionId: is(text), audience: is(text), assignedAt: is(instant), ended: is(flag) });
const isEnd = holding({ endedAt: is(instant) });

/** Whether it can be told whom assignments asked before: of older snapshots, which do not say it, nobody knows who was late. */
export const saysAskedBefore = (assignments: ReadRegister, kinds: unknown): boolean =>
  formerKinds(kinds, "") === undefined &&
  assignments.rows.every(({ fields }) => fields["ended"] !== true || isEnd(fields, "") === undefined);

/** A time for which a version was assigned, and to whom. */
interface Asking {
  readonly versionId: string;
  readonly audience: string;
  readonly personId: string | undefined;
  readonly assignedOn: string;
  readonly from: number;
  /** When it was ended, or another text took the place of its own. */
  readonly until: number;
}

/** What is known of policies, their assignments and people. */
interface Given {
  readonly versions: ReadRegister;
  readonly assignments: ReadRegister;
  readonly kinds: readonly FormerKind[];
  /** The day on which somebody last acknowledged any text of a policy. */
  readonly lastDay: (policyId: string | undefined, personId: string) => string | undefined;
}

/**
 * Until when somebody who was late on a policy had to acknowledge it, by an assignment that was ended since, or as one of a kind of people
 * they are not of any more, and has acknowledged no text of it since. Undefined where they were never late so. Who was asked and late stays
 * so, whoever is asked now.
 */
export function askedBefore({ versions, assignments, kinds, lastDay }: Given) {
  const policies = new Map<string | undefined, Asking[]>();
  const policyOf = new Map(versions.rows.map((row) => [row.id, row]));
  for (const row of assignments.rows) {
    const version = policyOf.get(textOf(row, "versionId") ?? "");
    if (!version || isAssignment(row.fields, "") !== undefined) continue;
    const policyId = textOf(version, "policyId");
    const own = policies.get(policyId) ?? [];
    policies.set(policyId, own);
    own.push(askingOf(row, version));
  }
  const wasOf = Map.groupBy(kinds, ({ personId }) => personId);
  const closed = new Map([...policies].map(([id, own]) => [id, own.some(({ until }) => until < Infinity)]));

  return (policyId: string | undefined, person: PolicyPerson, now: Date): Date | undefined => {
    if (!closed.get(policyId) && !wasOf.has(person.id)) return undefined;
    const times = timesOfKinds(person.kind, wasOf.get(person.id) ?? []);
    const asked = (policies.get(policyId) ?? []).flatMap((own) => timesFor(own, person.id, times));
    if (!asked.some(({ until }) => until <= now.getTime())) return undefined;
    const last = lastDay(policyId, person.id);
    const open = asked.filter(({ assignedOn }) => last === undefined || assignedOn > last);
    const missed = open.flatMap((own) => {
      if (own.until > now.getTime()) return [];
      // One that was ended and made again is due as the first was, and so is a text that took the place of one left open.
      const since = open.filter(
        (other) => other.from <= own.from && (other.versionId === own.versionId || other.until >= own.from),
      );
      const first = Math.min(...since.map(({ from }) => from));
      const due = Math.max(first, person.startsAt.getTime()) + ACKNOWLEDGE_WITHIN_DAYS * DAY_MS;
      return due < own.until ? [due] : [];
    });
    return missed.length === 0 ? undefined : new Date(Math.min(...missed));
  };
}

function askingOf(row: SnapshotRow, version: SnapshotRow): Asking {
  const [ended, replaced] = [row.fields["ended"] === true, textOf(version, "state") === "replaced"];
  const assignedAt = instantOf(row, "assignedAt");
  const until = [ended && textOf(row, "endedAt"), replaced && textOf(version, "replacedAt")];
  return {
    versionId: version.id,
    audience: textOf(row, "audience") ?? "",
    personId: textOf(row, "personId"),
    assignedOn: dayOf(assignedAt),
    from: assignedAt.getTime(),
    until: Math.min(...until.map((at) => (typeof at === "string" ? Date.parse(at) : Infinity))),
  };
}

/** A time for which somebody was of a kind. */
interface TimeOfKind {
  readonly kind: string | undefined;
  readonly from: number;
  readonly until: number;
}

function timesOfKinds(kind: string | undefined, former: readonly FormerKind[]): readonly TimeOfKind[] {
  let from = -Infinity;
  const before = former
    .map((own) => ({ kind: own.kind, until: Date.parse(own.until) }))
    .toSorted((a, b) => a.until - b.until)
    .map((own) => {
      const time = { ...own, from };
      from = own.until;
      return time;
    });
  return [...before, { kind, from, until: Infinity }];
}

/** For which times an assignment asked somebody. */
function timesFor(own: Asking, personId: string, times: readonly TimeOfKind[]): readonly Asking[] {
  if (own.audience === "everyone" || own.audience === "person")
    return own.audience === "everyone" || own.personId === personId ? [own] : [];
  return times.flatMap(({ kind, from, until }) => {
    const both = { ...own, from: Math.max(own.from, from), until: Math.min(own.until, until) };
    return kind === own.audience && both.from < both.until ? [both] : [];
  });
}
