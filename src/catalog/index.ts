import { controls } from "./controls/index.ts";
import { frameworks } from "./frameworks.ts";
import type { Cadence, Check, Control, EvidenceType, ExpectedEvidence, Framework, FrameworkKey } from "./types.ts";

export { controls, frameworks };

/** `XC-01` to `XC-22`. */
export const controlIds: readonly string[] = controls.map((control) => control.id);

/** The frameworks that a project can be created for. */
export const openFrameworks: readonly Framework[] = frameworks.filter((framework) => framework.available);

const controlById = new Map(controls.map((control) => [control.id, control]));
const controlByCheck = new Map(controls.flatMap((control) => control.checks.map((check) => [check.id, control])));
const checkById = new Map(controls.flatMap((control) => control.checks.map((check) => [check.id, check])));
const documentById = new Map(
  controls.flatMap((control) => control.expectedEvidence.map((document) => [document.id, { control, document }])),
);
const frameworkByKey = new Map(frameworks.map((framework) => [framework.key, framework]));

/** The control of this id, if the library has it. */
export function findControl(id: string): Control | undefined {
  return controlById.get(id);
}

/** The control of this id. Throws when the library has none: an id from outside goes through `findControl`. */
export function getControl(id: string): Control {
  return controlById.get(id) ?? missing("control", id);
}

/** The framework of this key, without its requirement table. Throws when there is none. */
export function getFramework(key: FrameworkKey): Framework {
  return frameworkByKey.get(key) ?? missing("framework", key);
}

/** The check of this id. Throws when no control has it. */
export function getCheck(id: string): Check {
  return checkById.get(id) ?? missing("check", id);
}

/** Whether the library has a check of this id. */
export const hasCheck = (id: string): boolean => checkById.has(id);

/** The control that a check belongs to. Throws when no control has it. */
export function controlOfCheck(checkId: string): Control {
  return controlByCheck.get(checkId) ?? missing("check", checkId);
}

/** The expected document of this id with its control, if the library has it. */
export function findDocument(
  id: string,
): { readonly control: Control; readonly document: ExpectedEvidence } | undefined {
  return documentById.get(id);
}

/** The control that a check or an expected document belongs to, if the library has it. */
export function findControlAnswered(id: string): Control | undefined {
  return documentById.get(id)?.control ?? controlByCheck.get(id);
}

/** The control that a check or an expected document belongs to. Throws when no control has it. */
export function controlAnswered(id: string): Control {
  return findControlAnswered(id) ?? missing("check", id);
}

/** Every check of the library, in the order of the controls. */
export const allChecks: readonly Check[] = controls.flatMap((control) => control.checks);

/**
 * Whether a check or a document is asked of a company whose projects work with these frameworks. One without a project is asked
 * everything: what nobody said is never less than all.
 */
export function asksOf(
  { onlyFor }: Pick<Check | ExpectedEvidence, "onlyFor">,
  frameworks: readonly FrameworkKey[],
): boolean {
  return !onlyFor || frameworks.length === 0 || onlyFor.some((framework) => frameworks.includes(framework));
}

/** The ids of a framework's requirements that a control yields evidence toward; their titles are in `requirements.ts`. */
export function requirementsOf(control: Control, framework: FrameworkKey): readonly string[] {
  return control.requirements[framework];
}

const DAYS: Readonly<Record<Cadence, number>> = { hourly: 31, daily: 31, quarterly: 92, annual: 365 };

/**
 * Days from its date for which an item of this type counts for this control: the shortest life the control expects of
 * that type, so that nothing outlives the strictest reading, else the control's cadence (hourly and daily 31,
 * quarterly 92, annual 365).
 */
export function validForDays(control: Control, type: EvidenceType): number {
  const expected = control.expectedEvidence.filter((item) => item.type === type).map((item) => item.validForDays);
  return expected.length > 0 ? Math.min(...expected) : DAYS[control.cadence];
}

/** Days from its observation for which a check's result counts for this control, by the control's cadence. */
export function resultValidForDays(control: Control): number {
  return DAYS[control.cadence];
}

function missing(noun: string, id: string): never {
  throw new RangeError(`The library has no ${noun} ${JSON.stringify(id)}.`);
}
