import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { saysLeftOut } from "#connectors/exceptions.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { MANUAL_TEST } from "#domain/manual-tests/decide.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";
import type * as z from "zod";
import type { endsSoon as endsSoonShape } from "#contract/controls.ts";
import { checkInControl } from "#judge/check-states.ts";
import type { ControlState } from "#judge/control-states.ts";

/** How many days before its end a passing control says what ends. */
const WARNED_DAYS = 30;

const DAY_MS = 86_400_000;

type EndsSoon = z.input<typeof endsSoonShape>;

interface Ending extends EndsSoon {
  readonly at: Date;
}

/**
 * What ends first of a control that passes, if it ends within {@link WARNED_DAYS} and somebody has to do something about it: a document,
 * a person's test, or what registers say. Null otherwise. What a connector reads again by itself is not spoken of: its next reading
 * renews it.
 */
export function endsSoon(state: Pick<ControlState, "status" | "checks" | "documents">, now: Date): EndsSoon | null {
  if (state.status !== "passing") return null;
  const last = now.getTime() + WARNED_DAYS * DAY_MS;
  const [first] = [...state.checks.flatMap(endingCheck), ...state.documents.flatMap(endingDocument)]
    .filter(({ at }) => at.getTime() <= last)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (!first) return null;
  const { message, next } = first;
  return { message, next };
}

function endingCheck(check: ControlState["checks"][number]): Ending[] {
  const { endsAt, title, checkId } = checkInControl(check);
  const way = check.outcome === "pass" ? wayOn(check) : undefined;
  if (endsAt === null || way === undefined) return [];
  const message = sayEnd(`“${title}” passes`, endsAt);
  return [{ at: endsAt, message, next: { checkId, documentId: null, provider: null, ...way, message } }];
}

/** What renews what ends first of a check; undefined where its next reading does. */
function wayOn({ checkId, decisive, scopeUntil }: ControlState["checks"][number]) {
  const isOfScope = scopeUntil !== null && (decisive === null || scopeUntil < decisive.validUntil);
  if (isOfScope || decisive === null) return SEE;
  if (decisive.source === MANUAL_TEST) return { kind: "test" as const, label: "Test again" };
  if (!isOfRegisters(decisive.source) && !saysLeftOut(decisive.reason)) return undefined;
  // Of what counts as long as any answer does only the age ends, and registers are sealed anew before.
  const counts = decisive.validUntil.getTime() - decisive.observedAt.getTime();
  return counts < resultValidForDays(controlOfCheck(checkId)) * DAY_MS ? SEE : undefined;
}

function endingDocument({ documentId, title, state, endsAt, by }: ControlState["documents"][number]): Ending[] {
  if (state !== "on file" || endsAt === null) return [];
  const message = sayEnd(`${title} is on file`, endsAt);
  const next = by === "filed" ? { kind: "file" as const, label: "File the next" } : SEE;
  return [{ at: endsAt, message, next: { checkId: null, documentId, provider: null, ...next, message } }];
}

const SEE = { kind: "fix", label: "See what ends" } as const;

/** What ends at midnight has its last day before it. */
const sayEnd = (what: string, end: Date) => `${what} until ${calendarDate(new Date(end.getTime() - 1))}`;
