import type { ReactNode } from "react";

/** One numbered clause: what it is about, in two or three words, and what it says. */
export interface Clause {
  /** Part of its address for good: clauses are linked to from elsewhere. */
  readonly key: string;
  readonly title: string;
  readonly text: ReactNode;
}

/** One numbered section of a legal text. */
export interface LegalSection {
  readonly key: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
}
