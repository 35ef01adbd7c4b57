import { askedOf, countedRecords, current, plural } from "../registers/next-of-register.ts";
import type { StandingRegister } from "../registers/next-of-register.ts";

/** A step as it is declared, as far as its state follows from it. */
interface Step {
  readonly key: string;
  readonly registers: readonly string[];
}

type Standing = StandingRegister & { readonly key: string; readonly confirmedAt: Date | null };

/** All that the states of the first steps follow from, read at one moment. */
export interface FirstUseFacts {
  readonly registers: readonly Standing[];
  /** How many records connected systems propose, by register. */
  readonly proposed: ReadonlyMap<string, number>;
  /** How many kinds of systems nobody ever answered. */
  readonly openKinds: number;
  readonly policies: {
    readonly required: number;
    readonly missing: number;
    readonly drafts: number;
    readonly inForce: number;
  };
  readonly review: {
    readonly open: { readonly id: string; readonly decided: number; readonly of: number } | null;
    readonly closedAt: Date | null;
  };
  /** Null where the caller may not know whom links were sent. */
  readonly staff: { readonly people: number; readonly invited: number } | null;
}

/** How a step stands. Nobody ticks it: what it asks for makes it done. */
export interface StepState {
  readonly state: "open" | "begun" | "done";
  /** How far it is, in a few words; empty where nothing is to be said. */
  readonly words: string;
  /** Where it goes on. */
  readonly to: string;
  /** Where it is said that there is none; null where something is there, or has to be. */
  readonly none: string | null;
  /** When it was done; null where that is no one moment. */
  readonly doneAt: Date | null;
}

const PROGRAM = "/dashboard/program";

/** How a step stands by these facts; undefined where the caller may not know it. */
export function stepState({ key, registers }: Step, facts: FirstUseFacts): StepState | undefined {
  if (key === "policies") return ofPolicies(facts.policies);
  if (key === "review") return ofReview(facts.review);
  if (key === "staff") return facts.staff === null ? undefined : ofStaff(facts.staff);
  const own = registers.map((register) => facts.registers.find((standing) => standing.key === register));
  // One that the caller may not read is not known.
  if (!own.every((register) => register !== undefined)) return undefined;
  const standing = ofRegisters(own, facts.proposed);
  return key === "systems" && standing.state === "done" && facts.openKinds > 0 ? ofKinds(facts.openKinds) : standing;
}

/** Confirmed once, and nothing waits. That it is asked for again is a task, and undoes no first step. */
const isSettled = ({ confirmedAt, counts }: Standing) => confirmedAt !== null && counts.waiting === 0;

function ofRegisters(own: readonly Standing[], proposed: FirstUseFacts["proposed"]): StepState {
  const left = own.filter((register) => !isSettled(register));
  const [next] = left;
  if (!next) {
    const last = own.reduce((at, { confirmedAt }) => Math.max(at, confirmedAt!.getTime()), 0);
    const counted = own.map((register) => countedWords(register));
    return {
      state: "done",
      words: counted.join(", "),
      to: `${PROGRAM}/${own[0]!.key}`,
      none: null,
      doneAt: new Date(last),
    };
  }
  const asked = askedOf(next);
  const found = proposed.get(next.key) ?? 0;
  const isBegun = own.some((register) => isSettled(register) || current(register) > 0);
  const to = `${PROGRAM}/${next.key}`;
  const isEmpty = current(next) === 0;
  // A person is there in every company: whoever reads this is one. Nor is nothing there where something was found.
  const none = isEmpty && found === 0 && next.key !== "people" ? `${to}?do=confirm` : null;
  if (asked?.kind === "approve")
    return { state: "begun", words: asked.words, to: `${to}?view=waiting`, none: null, doneAt: null };
  if (found > 0) {
    const words = `${countedRecords(next, found)} proposed`;
    return { state: isBegun ? "begun" : "open", words, to: `${to}?do=proposals`, none, doneAt: null };
  }
  const words = isEmpty
    ? isBegun
      ? `${next.label} left`
      : ""
    : `${countedRecords(next, current(next))}, not confirmed`;
  return { state: isBegun ? "begun" : "open", words, to: isEmpty ? to : `${to}?do=confirm`, none, doneAt: null };
}

/** A check of a kind is decided only once it is said whether the company has such a system. */
const ofKinds = (open: number): StepState => ({
  state: "begun",
  words: `${open} ${open === 1 ? "kind" : "kinds"} of systems not answered`,
  to: "/dashboard/systems",
  none: null,
  doneAt: null,
});

const countedWords = (register: Standing) =>
  current(register) === 0 ? `No ${plural(register)}` : countedRecords(register, current(register));

function ofPolicies({ required, missing, drafts, inForce }: FirstUseFacts["policies"]): StepState {
  const to = `${PROGRAM}/policies`;
  const rest = { to, none: null, doneAt: null };
  if (required > 0 && missing === 0) return { state: "done", words: `${inForce} in force`, ...rest };
  if (inForce === 0 && drafts === 0) return { state: "open", words: "", ...rest };
  return { state: "begun", words: `${required - missing} of ${required} in force`, ...rest };
}

function ofReview({ open, closedAt }: FirstUseFacts["review"]): StepState {
  const to = `${PROGRAM}/reviews`;
  if (closedAt) return { state: "done", words: "", to, none: null, doneAt: closedAt };
  if (!open) return { state: "open", words: "", to, none: null, doneAt: null };
  const words = `${open.decided} of ${open.of} decided`;
  return { state: "begun", words, to: `${to}/${open.id}`, none: null, doneAt: null };
}

function ofStaff({ people, invited }: NonNullable<FirstUseFacts["staff"]>): StepState {
  const rest = { to: `${PROGRAM}/training`, none: null, doneAt: null };
  if (people === 0) return { state: "open", words: "Add people first", ...rest, to: `${PROGRAM}/people` };
  const words = `${invited} of ${people} invited`;
  if (invited >= people) return { state: "done", words, ...rest };
  return { state: invited > 0 ? "begun" : "open", words: invited > 0 ? words : "", ...rest };
}
