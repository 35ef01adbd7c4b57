import type { AlertKind } from "../alert-kinds.ts";

/** What an event's entry in the ledger holds: what it was done to, and the facts beside it. */
export interface Act {
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The name of the person or connected account that an id stands for; undefined for anything else. */
  readonly nameOf: (id: string) => string | undefined;
  /** The name of a provider by its key; undefined for one that this version does not know. */
  readonly providerName: (key: string) => string | undefined;
}

type EventGroup =
  | "Evidence"
  | "Projects"
  | "Controls"
  | "Documents"
  | "Systems"
  | "Records"
  | "Staff"
  | "Policies"
  | "Access reviews"
  | "Matters"
  | "Company"
  | "People"
  | "Audits"
  | "Integrations";

interface Options {
  /** Which emails it belongs to; none without it. */
  readonly alert?: AlertKind;
  /**
   * No webhook receives it: it comes before any webhook, concerns webhooks themselves, happened within a matter, or concerns
   * one member's emails and nobody else.
   */
  readonly untold?: true;
  /** The limit on changes never refuses it, because it ends something, or says that something did not work. */
  readonly neverRefused?: true;
}

/** Something that a company's ledger says happened. */
export interface CompanyEvent extends Options {
  readonly group: EventGroup;
  /** As a list names it. */
  readonly label: string;
  /** The end of a sentence that begins with the name of whoever did it. */
  readonly sentence: (act: Act) => string;
}

/** Declares the events of one group. */
export const group =
  (name: EventGroup) =>
  (label: string, sentence: CompanyEvent["sentence"], options: Options = {}): CompanyEvent => ({
    group: name,
    label,
    sentence,
    ...options,
  });
