import { requirementsOf } from "#catalog/index.ts";
import type { Control, FrameworkKey } from "#catalog/types.ts";
import type { ControlNeed } from "#domain/control-needs.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { nextSteps } from "#domain/next-steps.ts";
import type { StandingControl } from "#domain/next-steps.ts";
import type { ControlState } from "../controls/control-states.ts";

const STEPS = 3;
const LAPSES = 3;

/** SOC 2's set is the Security category; ids of the others label evidence that a report may add. */
const worksThrough = (framework: FrameworkKey, requirement: string) =>
  framework !== "soc2" || requirement.startsWith("CC");

/** The few steps that raise the frameworks of the company's projects most, over the crosswalk of the library. */
export function theNextSteps(states: readonly ControlState[], frameworks: readonly FrameworkKey[]) {
  const standing = states.map(({ control, status, need }): StandingControl => ({
    id: control.id,
    status: status === "passing" || status === "not applicable" ? status : "open",
    work: need?.kind === "checks" ? need.mend.length + need.collect.length : 1,
    requirements: Object.fromEntries(
      frameworks.map((framework) => [
        framework,
        requirementsOf(control, framework).filter((one) => worksThrough(framework, one)),
      ]),
    ),
  }));
  const { steps, figures } = nextSteps(standing, frameworks, STEPS);
  return {
    steps: steps.map(({ controlId, gains }) => {
      const { control, reason, need } = states.find((state) => state.control.id === controlId)!;
      return {
        controlId,
        title: control.title,
        reason,
        need: presentNeed(need!, control, frameworks),
        gains: gains.map(({ framework, points }) => ({ framework: framework as FrameworkKey, points })),
      };
    }),
    figures: figures.map((figure) => ({ ...figure, framework: figure.framework as FrameworkKey })),
  };
}

/** An item that is missing is the first that an auditor of these frameworks expects to see. */
function presentNeed(need: ControlNeed, control: Control, frameworks: readonly FrameworkKey[]) {
  if (need.kind === "checks") return { kind: need.kind, mend: [...need.mend], collect: [...need.collect] };
  const concerns = ({ onlyFor }: Control["expectedEvidence"][number]) =>
    !onlyFor || onlyFor.some((framework) => frameworks.includes(framework));
  const { type, title } = control.expectedEvidence.find(concerns) ?? control.expectedEvidence[0]!;
  return { kind: need.kind, type, title };
}

/** The controls that pass now and will lapse first. */
export function soonestLapses(states: readonly ControlState[]) {
  return states
    .flatMap(({ control, status, end }) => (status === "passing" && end ? [{ control, ...end }] : []))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, LAPSES)
    .map(({ control, at, number }) => ({
      controlId: control.id,
      title: control.title,
      at: at.toISOString(),
      exhibit: number === null ? null : formatExhibitNumber(number),
    }));
}
