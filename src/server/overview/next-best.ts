import { requirementsOf } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { nextSteps } from "#domain/next-steps.ts";
import type { StandingControl } from "#domain/next-steps.ts";
import type { ControlState } from "#judge/control-states.ts";
import { nextOfControl } from "../controls/next-action.ts";

const STEPS = 3;
const LAPSES = 3;

/** SOC 2's set is the Security category; ids of the others label evidence that a report may add. */
const worksThrough = (framework: FrameworkKey, requirement: string) =>
  framework !== "soc2" || requirement.startsWith("CC");

/** The few steps that raise the frameworks of the company's projects most, over the crosswalk of the library. */
export function theNextSteps(states: readonly ControlState[], frameworks: readonly FrameworkKey[]) {
  const standing = states.map(({ control, status, missing }): StandingControl => ({
    id: control.id,
    status: status === "passing" || status === "not applicable" ? status : "open",
    work: Math.max(1, missing.length),
    requirements: Object.fromEntries(
      frameworks.map((framework) => [
        framework,
        requirementsOf(control, framework).filter((requirement) => worksThrough(framework, requirement)),
      ]),
    ),
  }));
  const { steps, figures } = nextSteps(standing, frameworks, STEPS);
  return {
    steps: steps.map(({ controlId, gains }) => {
      const state = states.find(({ control }) => control.id === controlId)!;
      return {
        controlId,
        title: state.control.title,
        reason: state.reason,
        open: Math.max(1, state.missing.length),
        next: nextOfControl(state)!,
        gains: gains.map(({ framework, points }) => ({ framework: framework as FrameworkKey, points })),
      };
    }),
    figures: figures.map((figure) => ({ ...figure, framework: figure.framework as FrameworkKey })),
  };
}

/** The controls that pass now and will lapse first. */
export function soonestLapses(states: readonly ControlState[]) {
  return states
    .flatMap(({ control, status, end }) => (status === "passing" && end ? [{ control, ...end }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, LAPSES)
    .map(({ control, at, number }) => ({
      controlId: control.id,
      title: control.title,
      at: at.toISOString(),
      exhibit: number === null ? null : formatExhibitNumber(number),
    }));
}
