import type { Conclusion } from "#domain/manual-tests/test-problem.ts";

/** A test that is not signed yet, as it stands in the form. */
export interface Draft {
  readonly aspect: string;
  readonly procedureAdded: string;
  readonly populationSource: string;
  readonly kind: "numbered" | "exhibits";
  /** How many items there are, as typed. */
  readonly items: string;
  /** Which exhibits the population is, as typed. */
  readonly listed: string;
  readonly size: string;
  /** The seed that drew the sample; empty while none is drawn. */
  readonly seed: string;
  readonly drawn: readonly number[];
  readonly results: Readonly<Record<number, "passes" | "exception">>;
  readonly found: Readonly<Record<number, string>>;
  /** Numbers such as `EX-000012` that are chosen, and others as typed. */
  readonly exhibits: readonly string[];
  readonly others: string;
  readonly conclusion: Conclusion | "";
  readonly note: string;
}

export const emptyDraft: Draft = {
  aspect: "",
  procedureAdded: "",
  populationSource: "",
  kind: "numbered",
  items: "",
  listed: "",
  size: "",
  seed: "",
  drawn: [],
  results: {},
  found: {},
  exhibits: [],
  others: "",
  conclusion: "",
  note: "",
};

/** What was drawn and found from another population or in another size counts no more. */
export const undrawn: Pick<Draft, "seed" | "drawn" | "results" | "found"> = {
  seed: "",
  drawn: [],
  results: {},
  found: {},
};

/** The results of what is drawn, as the API takes them. */
export function resultsOf({ drawn, results, found }: Draft) {
  return {
    passed: drawn.filter((number) => results[number] === "passes"),
    exceptions: drawn
      .filter((number) => results[number] === "exception")
      .map((number) => ({ number, found: found[number] ?? "" })),
    open: drawn.filter((number) => results[number] === undefined).length,
  };
}

/**
 * Where a draft is kept in this tab: of one person, so that it is forgotten with all else that they typed (kept-forms.ts), for one
 * check of one company.
 */
export const draftName = (person: string, company: string, check: string) => `kept:${person}:test:${company}:${check}`;

/** The draft under a name; null where there is none, or storage is closed to us. */
export function readDraft(name: string): Draft | null {
  try {
    const kept = sessionStorage.getItem(name);
    return kept === null ? null : { ...emptyDraft, ...(JSON.parse(kept) as Draft) };
  } catch {
    return null;
  }
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    if (JSON.stringify(draft) === JSON.stringify(emptyDraft)) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // Storage is closed to us or full: nothing is kept, and nothing else is lost.
  }
}
