import type { PolicyAnswer, PolicyEdition } from "#catalog/policies/compose.ts";

/** What somebody said of a company while they added a policy: the next one asks some of it again. */
export interface KeptAnswers {
  readonly edition: PolicyEdition;
  readonly answers: Readonly<Record<string, PolicyAnswer>>;
}

const nothing: KeptAnswers = { edition: "software", answers: {} };

/** Where it is kept in this tab: of one person, so that it is forgotten with all else that they typed (kept-forms.ts). */
const nameOf = (person: string, company: string) => `kept:${person}:policy-answers:${company}`;

/** What was kept last; nothing said where there is nothing, or storage is closed to us. */
export function readAnswers(person: string, company: string): KeptAnswers {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(person, company)) ?? "{}") as Partial<KeptAnswers>;
    const edition = kept.edition === "law" ? "law" : nothing.edition;
    return { edition, answers: { ...kept.answers } };
  } catch {
    return nothing;
  }
}

/** Keeps what is said now. */
export function keepAnswers(person: string, company: string, said: KeptAnswers): void {
  try {
    sessionStorage.setItem(nameOf(person, company), JSON.stringify(said));
  } catch {
    // Storage is closed to us or full: the next policy asks everything, and nothing else is lost.
  }
}
