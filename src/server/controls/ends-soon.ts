import { calendarDate } from "#domain/calendar-date.ts";
import type * as z from "zod";
import type { endsSoon as endsSoonShape } from "#contract/controls.ts";
import { checkInControl } from "#judge/check-states.ts";
import type { ControlState } from "#judge/control-states.ts";

/** How many days before its end a passing control says what ends. */
export const WARNED_DAYS = 30;

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
  const { basis, endsAt, title, checkId } = checkInControl(check);
  if (endsAt === null || basis === "machine" || basis === null) return [];
  const about = { checkId, documentId: null, provider: null };
  const message = sayEnd(`“${title}” passes`, endsAt);
  const next = basis === "person" ? { kind: "test" as const, label: "Test again" } : SEE;
  return [{ at: endsAt, message, next: { ...about, ...next, message } }];
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
