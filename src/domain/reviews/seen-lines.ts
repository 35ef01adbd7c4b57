/** One system in one part of a check, as it stands when a review opens. */
export interface SeenLine {
  /** The check, its part and the system: the same while the same is asked. */
  readonly key: string;
  readonly check: string;
  readonly part: string;
  readonly system: string;
  readonly state: string;
  /** What was read, and where; null where nothing that counts was. */
  readonly read: {
    readonly source: string;
    readonly reason: string;
    readonly exhibit: string;
    readonly evidenceId: string;
    readonly at: Date;
  } | null;
}

/** As many characters as a list of a record holds in one entry. */
const LONGEST = 300;

const words: Readonly<Record<string, string>> = { pass: "passes", fail: "fails", "not applicable": "does not apply" };

/** A line as its record keeps it: what was seen, in which exhibit and when. */
export function seenWords({ part, state, read }: SeenLine & { readonly read: NonNullable<SeenLine["read"]> }): string {
  const end = ` (${read.source}, ${read.exhibit}, ${read.at.toISOString().slice(0, 16).replace("T", " ")} UTC)`;
  const said = `${capital(part)}: ${words[state] ?? state}. ${read.reason}`;
  const room = LONGEST - end.length;
  return `${said.length > room ? `${said.slice(0, room - 1)}…` : said}${end}`;
}

/** A line that nobody can conclude on, as the record names it. */
export const unreadWords = ({ part, system }: Pick<SeenLine, "part" | "system">): string =>
  `${capital(part)}: ${system}`.slice(0, LONGEST);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
