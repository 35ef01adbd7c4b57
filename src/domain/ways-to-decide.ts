/** One check of a control, as far as it matters what can decide it. */
interface AskedCheck {
  readonly parts: number;
  /** How many of its parts a connector or a report can pass. */
  readonly answered: number;
  /** Whether records that Exhibit keeps can decide it. */
  readonly register: boolean;
}

/** How many of a control's checks each source can decide; the first four add up to its checks. */
export interface WaysToDecide {
  /** Machines answer every part. */
  readonly machine: number;
  /** Machines answer some parts, and a person the others. */
  readonly partly: number;
  readonly register: number;
  /** A person alone. */
  readonly person: number;
  readonly documents: number;
}

/** What can decide a check. */
export type DecidedBy = "machine" | "partly" | "register" | "person";

/** What can decide a check, the most re-performable of all that can. */
export function wayToDecide({ parts, answered, register }: AskedCheck): DecidedBy {
  if (parts > 0 && answered === parts) return "machine";
  if (register) return "register";
  return answered > 0 ? "partly" : "person";
}

/** What can decide a control's checks, the most re-performable first: machine, register, person. */
export function waysToDecide(checks: readonly AskedCheck[], documents: number): WaysToDecide {
  const count = (by: DecidedBy) => checks.filter((check) => wayToDecide(check) === by).length;
  return {
    machine: count("machine"),
    partly: count("partly"),
    register: count("register"),
    person: count("person"),
    documents,
  };
}

/** By what a control of a company without any systems comes to pass, counted as `basis` counts. */
export interface ShortestWay {
  readonly machine: number;
  readonly register: number;
  readonly person: number;
  readonly documents: number;
  readonly notApplicable: number;
}

/** A company that declares to have no system of any kind: registers and people decide the checks that ask of none. */
export function shortestWay(checks: readonly AskedCheck[], documents: number): ShortestWay {
  const asked = checks.filter(({ parts }) => parts === 0);
  const register = asked.filter((check) => check.register).length;
  return {
    machine: 0,
    register,
    person: asked.length - register,
    documents,
    notApplicable: checks.length - asked.length,
  };
}
