import type { Plan } from "../plans.ts";

/** A test that shows what is said: where it stands, and its title. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** kept: it works, and tests show it. coming: it does not work yet. not: Exhibit does not do it. */
export type CapabilityStatus = "kept" | "coming" | "not";

/** One thing that the product does, will do, or does not do. */
export interface Capability {
  readonly name: string;
  /** Whole sentences. Pages say it in these words, and in no others where it is coming or not done. */
  readonly sentence: string;
  /** Further facts, for `/promises` and the documentation. */
  readonly more?: string;
  readonly status: CapabilityStatus;
  /** The smallest plan that has it; without one every plan has it. */
  readonly plan?: Plan["key"];
  /** The feature flag that the operator of an installation has to turn on first. */
  readonly flag?: string;
  /** At least one for what is kept. */
  readonly tests: readonly NamedTest[];
  /** Key of the documentation's page about it. */
  readonly documentation: string;
  /** Words that only this row may use on a public page; for what is coming or not done. */
  readonly words?: RegExp;
}

/** A row that works: name, sentence, page of the documentation, and its tests as a file with titles. */
export function kept(
  name: string,
  sentence: string,
  documentation: string,
  tests: Readonly<Record<string, readonly string[]>>,
  more: Pick<Capability, "more" | "plan" | "flag"> = {},
): Capability {
  const named = Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => ({ file, title })));
  return { name, sentence, status: "kept", documentation, tests: named, ...more };
}

/** "A, B and C". */
export function inList(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
