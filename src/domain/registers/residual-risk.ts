/** Likelihood and impact are steps from 1 to this. */
export const RISK_STEPS = 5;

/** A risk as its owner rated it, with the controls that lower it. */
export interface RatedRisk {
  /** Before any control. */
  readonly likelihood: number;
  readonly impact: number;
  /** Each lowers by one step while it passes. */
  readonly lowersLikelihood: readonly string[];
  readonly lowersImpact: readonly string[];
  /** What people raised what is computed to; nothing lowers it. */
  readonly raisedLikelihood?: number | undefined;
  readonly raisedImpact?: number | undefined;
}

/** Where a risk stands in the 5 × 5 picture; the score is the product, from 1 to 25. */
export interface RiskPlace {
  readonly likelihood: number;
  readonly impact: number;
  readonly score: number;
}

const place = (likelihood: number, impact: number): RiskPlace => ({ likelihood, impact, score: likelihood * impact });

/** A risk before any control. */
export const inherentRisk = ({ likelihood, impact }: RatedRisk): RiskPlace => place(likelihood, impact);

/**
 * What is left of a risk: as rated, one step less for each of its controls that passes, and never less than people raised it to. With fewer
 * passing controls, with a higher rating, or raised further it is never lower. Pure.
 */
export function residualRisk(risk: RatedRisk, passing: ReadonlySet<string>): RiskPlace {
  const left = (rated: number, controls: readonly string[], raised = 1) => {
    const steps = new Set(controls.filter((control) => passing.has(control))).size;
    return Math.max(1, rated - steps, raised);
  };
  return place(
    left(risk.likelihood, risk.lowersLikelihood, risk.raisedLikelihood),
    left(risk.impact, risk.lowersImpact, risk.raisedImpact),
  );
}

const bands = [
  { most: 4, word: "Low" },
  { most: 9, word: "Medium" },
  { most: 16, word: "High" },
  { most: 25, word: "Very high" },
] as const;

/** What a score is called. */
export const riskWord = (score: number): string => (bands.find(({ most }) => score <= most) ?? bands[3]).word;

/** `12 High (3 × 4)`: likelihood first. */
export const riskWords = ({ likelihood, impact, score }: RiskPlace): string =>
  `${score} ${riskWord(score)} (${likelihood} × ${impact})`;
