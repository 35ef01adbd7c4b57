import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { ControlState } from "#judge/control-states.ts";
import { endsSoon } from "./ends-soon.ts";
import { nextOfControl } from "./next-action.ts";

/** A control as the API lists it at a moment. */
export function presentControl(state: ControlState, now: Date) {
  return { ...presentVerdict(state), endsSoon: endsSoon(state, now) };
}

/** What holds of a control whenever somebody looks at it. */
export function presentVerdict(state: ControlState) {
  return {
    id: state.control.id,
    title: state.control.title,
    domain: state.control.domain,
    status: state.status,
    reason: state.reason,
    progress: { ...state.progress },
    basis: { ...state.basis },
    next: nextOfControl(state),
    evidenceCount: state.evidenceCount,
    latestExhibit: state.latestNumber === null ? null : formatExhibitNumber(state.latestNumber),
    lastTestedAt: state.lastTestedAt?.toISOString() ?? null,
    until: state.end?.at.toISOString() ?? null,
    requirements: Object.fromEntries(
      Object.entries(state.control.requirements).map(([framework, ids]) => [framework, [...ids]]),
    ),
  };
}

export type PresentedVerdict = ReturnType<typeof presentVerdict>;

export type PresentedControl = ReturnType<typeof presentControl>;
