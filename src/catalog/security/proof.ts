/** A test that shows something: the path of its file from the project's folder, and its title as it is written there. */
export type NamedTest = `${string}.${"test" | "spec"}.ts: ${string}`;

/** What a row may say of itself, from the best to the one that asks for nothing. */
export const states = ["shown", "partly", "open", "not applicable"] as const;
export type State = (typeof states)[number];

/** What is shown of something wanted. */
export interface Proof {
  readonly state: State;
  /** Tests of this tree that show it, or the part of it that is shown. */
  readonly tests: readonly NamedTest[];
  /** Items of the checklist whose tests show it as well; rows of the checklist itself name none. */
  readonly items: readonly number[];
  /** What is missing, why it is open, or why it does not apply; empty for what is shown. */
  readonly why: string;
}

/** A row of our own checklist. */
export interface ChecklistItem extends Proof {
  readonly id: number;
  readonly text: string;
  /** The requirements of the ASVS that it touches, by their ids. */
  readonly asvs: readonly string[];
}

/** A requirement of the ASVS of level 1 or 2, in few words of ours. */
export interface AsvsRequirement extends Proof {
  readonly id: string;
  readonly level: 1 | 2;
  readonly text: string;
}

function proof(state: State, why: string, by: readonly (NamedTest | number)[]): Proof {
  return {
    state,
    why,
    tests: by.filter((item) => typeof item === "string"),
    items: by.filter((item) => typeof item === "number"),
  };
}

/** Tests, or the tests of items of the checklist, show all of it. */
export const shown = (...by: (NamedTest | number)[]): Proof => proof("shown", "", by);

/** They show a part; `missing` says what they do not. */
export const partly = (missing: string, ...by: (NamedTest | number)[]): Proof => proof("partly", missing, by);

/** Nothing shows it, or the product does otherwise. */
export const open = (reason: string): Proof => proof("open", reason, []);

/** It speaks of something that the product does not have. */
export const notApplicable = (reason: string): Proof => proof("not applicable", reason, []);

export function item(id: number, text: string, asvs: string, its: Proof): ChecklistItem {
  return { id, text, asvs: asvs.split(" "), ...its };
}

export function requirement(id: string, level: 1 | 2, text: string, its: Proof): AsvsRequirement {
  return { id, level, text, ...its };
}
