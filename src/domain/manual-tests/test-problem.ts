/** What a person concludes from a test. `not decided`: it could not be concluded, for a reason that the test gives. */
export const conclusions = ["passes", "fails", "not decided"] as const;
export type Conclusion = (typeof conclusions)[number];

/** An item of the sample that was not as expected, by its number in the population. */
export interface Exception {
  readonly number: number;
  readonly found: string;
}

/** What somebody tested, and what they conclude. */
export interface TestWork {
  readonly populationSize: number;
  /** The drawn numbers. */
  readonly sample: readonly number[];
  /** Drawn numbers that are as expected. */
  readonly passed: readonly number[];
  readonly exceptions: readonly Exception[];
  readonly conclusion: Conclusion;
  readonly note: string;
}

/** Why a test cannot be signed; each is a failure of the contract. */
export type TestProblem =
  | "test-sample-empty"
  | "test-item-unknown"
  | "test-item-twice"
  | "test-exceptions-open"
  | "test-nothing-tested"
  | "test-items-open"
  | "test-without-exception"
  | "test-without-reason";

/**
 * Why a test cannot be signed; null where it can. A population that holds something needs a sample. Each result is about a drawn item,
 * once. A test passes only if each drawn item does: an exception stays open until a newer test finds it gone, so nobody can explain it
 * away here, and where nothing was tested nothing passes. It fails by an exception. Otherwise it says why it is not decided.
 */
export function testProblem(work: TestWork): TestProblem | null {
  const { populationSize, sample, passed, exceptions, conclusion, note } = work;
  if (populationSize > 0 && sample.length === 0) return "test-sample-empty";
  const results = [...passed, ...exceptions.map(({ number }) => number)];
  const drawn = new Set(sample);
  if (!results.every((number) => drawn.has(number))) return "test-item-unknown";
  if (new Set(results).size < results.length) return "test-item-twice";
  if (conclusion === "fails") return exceptions.length === 0 ? "test-without-exception" : null;
  if (conclusion === "not decided") return note.trim() === "" ? "test-without-reason" : null;
  if (exceptions.length > 0) return "test-exceptions-open";
  if (sample.length === 0) return "test-nothing-tested";
  return results.length < sample.length ? "test-items-open" : null;
}
