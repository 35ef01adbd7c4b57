import { inherentRisk, residualRisk, RISK_STEPS } from "#domain/registers/residual-risk.ts";
import type { RatedRisk, RiskPlace } from "#domain/registers/residual-risk.ts";
import type { Beside, RecordFields } from "#domain/registers/register.ts";
import { controlOfCheck } from "../index.ts";

// Whether it passes hangs on the risks themselves.
const OWN_CONTROL = controlOfCheck("risk.treatment-owned").id;

const stepOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= RISK_STEPS ? value : undefined;
/** What people raised a risk to; what cannot be read is the worst. */
const raisedOf = (value: unknown): number | undefined =>
  value === undefined ? undefined : (stepOf(value) ?? RISK_STEPS);
const controlsOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? ((value as readonly unknown[]).filter((own) => typeof own === "string" && own !== OWN_CONTROL) as string[])
    : [];

/** The ratings of a risk; undefined while nobody gave both. */
export function ratedRisk(fields: Readonly<Record<string, unknown>>): RatedRisk | undefined {
  const [likelihood, impact] = [stepOf(fields["likelihood"]), stepOf(fields["impact"])];
  if (likelihood === undefined || impact === undefined) return undefined;
  return {
    likelihood,
    impact,
    lowersLikelihood: controlsOf(fields["lowersLikelihood"]),
    lowersImpact: controlsOf(fields["lowersImpact"]),
    raisedLikelihood: raisedOf(fields["raisedLikelihood"]),
    raisedImpact: raisedOf(fields["raisedImpact"]),
  };
}

/** A risk before any control, and with those that pass; undefined while it is not rated. */
export function riskPlaces(
  fields: Readonly<Record<string, unknown>>,
  passing: ReadonlySet<string>,
): { readonly inherent: RiskPlace; readonly residual: RiskPlace } | undefined {
  const risk = ratedRisk(fields);
  return risk && { inherent: inherentRisk(risk), residual: residualRisk(risk, passing) };
}

/** The highest score that is accepted without a treatment: the lowest appetite that counts on a day. */
export function riskAppetite(approvals: readonly RecordFields[], today: string): number | undefined {
  const scores = approvals.flatMap(({ kind, score, expiresOn }) =>
    kind === "risk-appetite" && typeof score === "number" && typeof expiresOn === "string" && today <= expiresOn
      ? [score]
      : [],
  );
  return scores.length === 0 ? undefined : Math.min(...scores);
}

/** Of approvals by the day: each of many risks asks for the same. */
const appetites = new WeakMap<readonly RecordFields[], Map<string, number | undefined>>();

/** The appetite by the approvals beside a risk, which must not be changed. */
export function appetiteOf(today: string, beside: Beside): number | undefined {
  const approvals = beside.records("approvals");
  let known = appetites.get(approvals);
  if (!known) appetites.set(approvals, (known = new Map()));
  if (!known.has(today)) known.set(today, riskAppetite(approvals, today));
  return known.get(today);
}
