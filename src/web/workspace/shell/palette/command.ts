import type { LucideIcon } from "lucide-react";

/** Something the palette can do or lead to. */
export interface Command {
  /** Stable, so that it can be remembered. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What stands beside the label: a number, a source, a shortcut. */
  readonly note?: string;
  /** Another name of it, as good as the label. */
  readonly alias?: string;
  /** Other words it is found by. */
  readonly words?: string;
  /** An address of the workspace, what is done, or what is asked next. */
  readonly leads: string | (() => void) | Question;
  /** Of an address: what the page it leads to is told. */
  readonly state?: unknown;
  /** Of an address: what is done before it is gone to. */
  readonly before?: () => void;
}

/** What the palette asks before it can act: which control, which person. */
export interface Question {
  readonly id: string;
  readonly asks: string;
  /** Said where there is nothing to choose. */
  readonly nothing: string;
  /** What can be chosen; asked once for each text where the server searches. */
  readonly answers: (text: string) => Promise<readonly Command[]>;
  readonly searches?: true;
}

export interface CommandGroup {
  readonly title: string;
  readonly entries: readonly Command[];
}

/** Entries of one kind that are shown at once. */
export const shownOfAKind = 8;

/** Those that there are: what a person may not do is not listed. */
export const present = (entries: readonly (Command | false | null)[]) =>
  entries.filter((entry): entry is Command => Boolean(entry));
