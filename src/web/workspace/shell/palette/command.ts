import type { LucideIcon } from "lucide-react";

/** Something the palette can do or lead to. */
export interface Command {
  /** Stable, so that it can be remembered. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What stands beside the label: a number, a source, a shortcut. */
  readonly note?: string;
  /** Other words it is found by. */
  readonly words?: string;
  /** An address of the workspace, or what is done. */
  readonly leads: string | (() => void);
}

export interface CommandGroup {
  readonly title: string;
  readonly entries: readonly Command[];
}

/** Entries of one kind that are shown at once. */
export const shownOfAKind = 8;
