import type { Exception } from "#connectors/exceptions.ts";
import type { Population } from "#domain/facts/population.ts";
import type { Truth } from "#domain/facts/truth.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import type { AnotherSince, SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Entry, Shape, ShapeFacts, ShapePopulation } from "#domain/shapes/shapes.ts";
import type { CheckOutcome } from "#domain/verdict.ts";
import type { Acknowledged } from "./acknowledged.ts";

/** A connected system, as the newest exhibit of its connection has it. */
export interface ReadSystem {
  /** The name under which its connection's results stand. */
  readonly source: string;
  readonly systemId: string;
  readonly provider: ProviderKey;
  readonly accounts: Population<Account>;
  readonly grants: ShapePopulation<"grant">;
  /** Absent where its connector has none of the kind. */
  readonly repositories?: ShapePopulation<"repository"> | undefined;
  readonly devices?: ShapePopulation<"device"> | undefined;
  readonly applications?: ShapePopulation<"application"> | undefined;
  /** When they were last seen so. */
  readonly seenAt: Date;
  /** Shapes of which no grant of ours shows everything: of those only what fails is said. */
  readonly partial: ReadonlySet<Shape>;
  /** By an account's id the person whose it is. */
  readonly people: ReadonlyMap<string, string>;
  /** Accounts that somebody said belong to programs, with when that ends. */
  readonly programs: ReadonlyMap<string, Date>;
  /** Decisions that have not ended, by which accounts count as programs and repositories as none of production. */
  readonly exceptions?: readonly Exception[] | undefined;
}

/** A register as its checks read it. */
export interface ReadRegister {
  readonly rows: readonly SnapshotRow[];
  /** Its rows page by page, which nobody then holds; absent where they are held as a whole. */
  readonly pages?: (() => Iterable<readonly SnapshotRow[]>) | undefined;
  /** What its pages say, where its rows are not held. */
  readonly acknowledged?: Acknowledged | undefined;
  readonly confirmedUntil: Date | null;
  /** How many records that had not ended were confirmed. */
  readonly confirmedCount?: number | undefined;
  /** What became of the records that were confirmed; "unread" where that cannot be told. Absent where nothing was confirmed of single ones. */
  readonly confirmed?: "unread" | { readonly changed: number; readonly ended: number } | undefined;
}

/** Everything that the checks of registers read. An input that is null is not collected: what asks for it is unknown. */
export interface RegisterInputs {
  readonly register: (key: string) => ReadRegister;
  readonly failingControls: readonly string[];
  readonly systems: readonly ReadSystem[];
  /** Controls that passed; absent where a snapshot does not say it. */
  readonly passingControls?: readonly string[] | undefined;
  /** What a snapshot says of systems and controls in scope, as it stands there. */
  readonly scope?: unknown;
  /** What a snapshot says beside its screenings, as it stands there. */
  readonly screenings?: unknown;
  /** What it says beside its policies, as it stands there. */
  readonly policies?: unknown;
  /** The same of signed terms. */
  readonly terms?: unknown;
  /** What it says of diagrams that were drawn and accepted, as it stands there. */
  readonly drawn?: unknown;
  /** What one person alone took out of what is asked, as it stands there. */
  readonly formerlyAsked?: unknown;
  /** Since when another person could have done what somebody did alone; what was done alone does not count where it is absent. */
  readonly anotherSince?: AnotherSince | undefined;
  /** By a record of People the one that stands for the person; absent where nobody has two. */
  readonly who?: ((id: string) => string) | undefined;
  /** The same of records that ever stood for one person: what is asked about nobody else's act goes by it. Absent where none did. */
  readonly everWho?: ((id: string) => string) | undefined;
  readonly now: Date;
}

/** The rows of a register, page by page where they are not held. */
export const pagesOf = (register: ReadRegister): Iterable<readonly SnapshotRow[]> =>
  register.pages?.() ?? [register.rows];

/** What a check comes to; it holds until the first of its inputs ends. */
export interface RegisterVerdict {
  readonly outcome: Exclude<CheckOutcome, "not applicable">;
  readonly reason: string;
  readonly until: Date | null;
}

export const fails = (reason: string): RegisterVerdict => ({ outcome: "fail", reason, until: null });
export const isUnknown = (reason: string): RegisterVerdict => ({ outcome: "unknown", reason, until: null });
export const passes = (reason: string, ends: readonly (Date | null)[]): RegisterVerdict => {
  const until = ends.reduce((first, end) => (end && (!first || end < first) ? end : first), null);
  return { outcome: "pass", reason, until };
};

/** Why a register cannot answer: nobody confirmed that it is complete, or too long ago; undefined where it can. */
export function notConfirmed(register: ReadRegister, label: string, now: Date): string | undefined {
  const { confirmedUntil } = register;
  if (!confirmedUntil) return `Nobody confirmed that ${label} is complete.`;
  if (confirmedUntil <= now) return `The confirmation of ${label} has ended.`;
  const { confirmed } = register;
  if (confirmed === "unread") return `What was confirmed of ${label} cannot be read.`;
  const { changed = 0 } = confirmed ?? {};
  if (changed === 0) return undefined;
  return `${label}: ${changed === 1 ? "1 record was" : `${changed} records were`} changed since it was confirmed. Confirm it again.`;
}

/** Why it does not count what these people did: whoever reads the mailbox did it, and nobody says that it is theirs. */
export const notVouched = (names: readonly string[]): string =>
  `Nobody has confirmed the email address by which these took part: ${some(names)}. Another owner or admin confirms it in People, or they take part again by one that is confirmed.`;

/** For registers whose checks look themselves at what another person is still to approve: see `notWhole`. */
export const looksItself = (): boolean => false;

/**
 * The same for a register whose records each ask for something: with fewer than were confirmed, or with one that was changed or ended and
 * that another person is still to see, less is asked than somebody vouched for.
 */
export function notWhole(
  register: ReadRegister,
  label: string,
  now: Date,
  mayBeLess: (row: SnapshotRow) => boolean = isUnseen,
): string | undefined {
  const missing = notConfirmed(register, label, now);
  if (missing !== undefined) return missing;
  const { rows, confirmedCount, confirmed } = register;
  const unseen = rows.filter(mayBeLess).length;
  if (unseen > 0)
    return `${label}: ${unseen === 1 ? "1 record was" : `${unseen} records were`} changed or ended, and another person has not approved that. Ask somebody else to.`;
  // Others that were added in their place are no ones of those that were confirmed.
  if (confirmed !== undefined && confirmed !== "unread" && confirmed.ended > 0)
    return `${label}: ${confirmed.ended === 1 ? "1 record was" : `${confirmed.ended} records were`} ended since it was confirmed. Confirm it again.`;
  const isWhole =
    confirmedCount !== undefined && rows.filter(({ state }) => state !== "ended").length >= confirmedCount;
  return isWhole ? undefined : `${label} has fewer records than were confirmed. Confirm it again.`;
}

/** A text of a record; undefined where it has none, or where its snapshot hides it. */
export function textOf(row: SnapshotRow, field: string): string | undefined {
  const value = row.fields[field];
  return typeof value === "string" ? value : undefined;
}

/** Whether a record says something here, be it sealed as a hash. */
export function hasValue(row: SnapshotRow, field: string): boolean {
  const value = row.fields[field];
  return typeof value === "string" ? value.trim() !== "" : value !== undefined;
}

/** An instant of a record; undefined where it has none that can be read. */
export function instantOf(row: SnapshotRow, field: string): Date | undefined {
  const at = Date.parse(textOf(row, field) ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** The entries of a list; none where it has none. */
export function listOf(row: SnapshotRow, field: string): readonly string[] {
  const value = row.fields[field] as RecordFields[string] | undefined;
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Started, and not ended. Who had started has, whatever later day was written since. */
export function isActivePerson(row: SnapshotRow | undefined, now: Date): boolean {
  if (row?.state !== "open") return false;
  const [starts, ends] = [textOf(row, "startsAt") ?? "", instantOf(row, "endsAt")];
  const started = Math.min(Date.parse(starts), Date.parse(row.firstStart ?? starts));
  return started <= now.getTime() && (ends === undefined ? !hasUnreadableEnd(row) : now < ends);
}

/** Whether it is said when somebody's work ends, and cannot be read: they count for nothing, and are asked for all. */
export const hasUnreadableEnd = (row: SnapshotRow): boolean =>
  hasValue(row, "endsAt") && instantOf(row, "endsAt") === undefined;

/** When somebody's work ends or ended; undefined where nobody said. */
export function leftAt(row: SnapshotRow): Date | undefined {
  const ends = textOf(row, "endsAt");
  return ends === undefined ? undefined : new Date(ends);
}

/** Whether somebody worked here and does not any more. */
export function hasLeft(row: SnapshotRow, now: Date): boolean {
  const ends = leftAt(row);
  return row.state === "ended" || (ends !== undefined && ends <= now);
}

/** Whether somebody approved a record who wrote none of it. */
export const isApproved = ({ approval }: SnapshotRow): boolean => approval?.another === true;

/** Whether a record ended, and another person approved that, or nobody else could: what it said speaks for nothing and against nothing. */
export const isGone = ({ state, endApproval }: SnapshotRow): boolean =>
  state === "ended" && endApproval !== undefined && endApproval !== null;

/** Whether a record was changed and then ended, and nobody else saw what it came to say: a new record has version 1, its end makes 2. */
export const isEndedUnseen = (row: SnapshotRow): boolean =>
  row.state === "ended" && row.version > 2 && !isApproved(row) && !isGone(row);

/**
 * Whether what a record of a register with a second person said is gone, and nobody else has seen that: it was approved, and then changed or
 * ended. Registers without one have neither approvals nor records that wait.
 */
export const isUnseen = (row: SnapshotRow): boolean =>
  row.state === "ended"
    ? !isGone(row) && (row.approval !== null || row.approvedBefore === true)
    : row.state === "waiting" && row.approvedBefore === true;

/** Whether a record's facts come from an exhibit that it cites: it is on file, and somebody else approved the record. */
export function isFiled(row: SnapshotRow, field: string): boolean {
  const exhibit = textOf(row, field);
  return row.state === "open" && isApproved(row) && exhibit !== undefined && isExhibitOnFile(row, exhibit);
}

/** The same for a record that cites several: each of them is on file, and there is at least one. */
export function allFiled(row: SnapshotRow, field: string): boolean {
  const exhibits = listOf(row, field);
  const isOnFile = (exhibit: string) => isExhibitOnFile(row, exhibit);
  return row.state === "open" && isApproved(row) && exhibits.length > 0 && exhibits.every(isOnFile);
}

/** Whether what a record cites is an exhibit that was not withdrawn. */
export const isExhibitOnFile = ({ withdrawn }: SnapshotRow, exhibit: string): boolean =>
  parseExhibitNumber(exhibit) !== undefined && !withdrawn.includes(exhibit);

/** A few of many numbers of records: "PER-1, PER-2 and 3 more". */
export function some(names: readonly string[], most = 3): string {
  return someOf(names.slice(0, most), names.length);
}

/** The same where only those that are shown are held, of so many. */
export const someOf = (shown: readonly string[], count: number): string =>
  `${shown.join(", ")}${count > shown.length ? ` and ${count - shown.length} more` : ""}`;

/** What checks ask of an account of a connected system; nothing else of it is held. */
export const accountFacts = ["class", "active", "createdAt"] as const;
export type Account = Pick<Entry<"account">, "key" | "label"> & {
  readonly facts: Pick<ShapeFacts["account"], (typeof accountFacts)[number]>;
};

/** Whether something is so of an account, for certain. */
export const isCertain = (truth: Truth): boolean => truth.outcome() === "pass";
/** Whether it may be: it is, or that was not read. */
export const mayBe = (truth: Truth): boolean => truth.outcome() !== "fail";

/** The person whose account it is, if that is known. */
export function personOf({ people }: ReadSystem, account: Account, rows: ReadonlyMap<string, SnapshotRow>) {
  const id = people.get(account.key.id);
  return id === undefined ? undefined : rows.get(id);
}
