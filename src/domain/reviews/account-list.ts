/** Accounts of a system without a connection, exported by hand: what a file says of one. What it does not say is null. */
export interface ListedInFile {
  /** Names it in reviews and their pages, which hold no address or name of anybody. */
  readonly id: string;
  readonly label: string;
  readonly class: "human" | "service" | "guest" | null;
  readonly active: boolean | null;
  readonly administrator: boolean | null;
  readonly email: string | null;
  /** A day, or `never`. */
  readonly lastSignIn: string | null;
}

/** A file of accounts as it was read: with a problem in it nothing of it counts. */
export interface AccountList {
  readonly accounts: readonly ListedInFile[];
  readonly problems: readonly { readonly row: number; readonly message: string }[];
  /** Headers of columns that say nothing we keep. */
  readonly leftOut: readonly string[];
  /** The header of the column that names its accounts, in lower case. Lists that name them by another one cannot be compared. */
  readonly identifiedBy: string;
}

/** The columns of a file, in the order of the template; the first header is ours. */
const columns = {
  account: ["Account", "Account ID", "Username", "User name", "User", "Login", "User ID"],
  name: ["Name", "Full name", "Display name"],
  email: ["Email", "E-mail", "Email address", "E-mail address", "Work email"],
  kind: ["Kind", "Account type", "User type"],
  administrator: ["Administrator", "Admin", "Is admin"],
  status: ["Status", "State", "Account status"],
  lastSignIn: ["Last sign-in", "Last login", "Last active", "Last seen"],
} as const;
type Column = keyof typeof columns;

/** The header of a file that has everything, and two rows to begin with. */
export const listTemplate: readonly (readonly string[])[] = [
  Object.values(columns).map(([header]) => header),
  ["a.lee", "Ana Lee", "a.lee@example.com", "Human", "No", "Active", "2026-01-31"],
  ["backup-job", "", "", "Service", "Yes", "Active", "Never"],
];

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
const words = <T>(entries: readonly (readonly [T, readonly string[]])[]): ReadonlyMap<string, T | null> =>
  new Map([["", null], ...entries.flatMap(([value, said]) => said.map((word) => [word, value] as const))]);
const kinds = words([
  ["human", ["human", "person", "user", "member", "employee"]],
  ["service", ["service", "service account", "application", "bot", "program", "machine"]],
  ["guest", ["guest", "external", "contractor"]],
] as const);
const flags = words([
  [true, ["yes", "true", "1", "admin", "administrator"]],
  [false, ["no", "false", "0"]],
] as const);
const states = words([
  [true, ["active", "enabled", "invited", "pending", "yes", "true"]],
  [false, ["deactivated", "deleted", "disabled", "inactive", "suspended", "no", "false"]],
] as const);
const aDay = /^(\d{4}-\d\d-\d\d)(?:[T ][\d:.]+ ?(?:Z|UTC|[+-]\d\d:?\d\d)?)?$/i;
// What no export has and no database keeps.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001F\u007F]/;
const anAddress = /^[^\s@]+@[^\s@]+$/;
const mostCharacters = 200;

/** An account as lists of a system are compared by it, whoever wrote it in which case. */
const sameAccount = (account: string): string => account.trim().normalize("NFC").toLowerCase();

/**
 * Reads the rows of a file, its header first, as the accounts of a system. Nothing is guessed: what is not understood is a problem.
 * `idOf` is the name of an account that a review and its pages use.
 */
export function readAccountList(
  [header = [], ...rows]: readonly (readonly string[])[],
  idOf: (account: string) => string,
  now: Date,
): AccountList {
  const at = columnsOf(header);
  if (typeof at === "string")
    return { accounts: [], problems: [{ row: 1, message: at }], leftOut: [], identifiedBy: "" };
  const accounts: ListedInFile[] = [];
  const problems: { row: number; message: string }[] = [];
  const seen = new Map<string, number>();
  for (const [index, cells] of rows.entries()) {
    const row = index + 2;
    const cell = (column: Column) => (at[column] === undefined ? "" : (cells[at[column]] ?? "").trim());
    const read = readRow(cell, at.account !== undefined, idOf, now);
    const before = typeof read === "string" ? undefined : seen.get(read.id);
    if (typeof read === "string") problems.push({ row, message: read });
    else if (before !== undefined)
      problems.push({ row, message: `This account is in the file twice: first in row ${before}.` });
    else {
      seen.set(read.id, row);
      accounts.push(read);
    }
  }
  if (rows.length === 0) problems.push({ row: 1, message: "This file has a header and no account." });
  const used = new Set(Object.values(at));
  return {
    accounts,
    problems,
    leftOut: header.filter((_, column) => !used.has(column)),
    identifiedBy: plain(header[(at.account ?? at.email)!]!),
  };
}

/** Where each column stands; what is wrong with the header as a text. Of two that could be meant, none is guessed. */
function columnsOf(header: readonly string[]): Partial<Record<Column, number>> | string {
  const at: Partial<Record<Column, number>> = {};
  for (const [column, names] of Object.entries(columns) as [Column, readonly string[]][]) {
    const own = header.flatMap((name, place) => (names.some((other) => plain(other) === plain(name)) ? [place] : []));
    if (own.length > 1)
      return `Both “${header[own[0]!]!.trim()}” and “${header[own[1]!]!.trim()}” could be ${names[0]!}. Leave one of them.`;
    if (own.length === 1) at[column] = own[0]!;
  }
  if (at.account === undefined && at.email === undefined) return "The header needs a column “Account” or “Email”.";
  return at;
}

function readRow(
  cell: (column: Column) => string,
  hasAccounts: boolean,
  idOf: (account: string) => string,
  now: Date,
): ListedInFile | string {
  const [account, name] = [cell("account"), cell("name")];
  // Where accounts are addresses, that is whose they are.
  const email = (cell("email") || (anAddress.test(account) ? account : "")).toLowerCase();
  // All rows are named by one column: another list has to find them again.
  const own = hasAccounts ? account : email;
  if (own === "") return "This row names no account.";
  if ([account, name, email].some((text) => text.length > mostCharacters))
    return `A name has more than ${mostCharacters} characters.`;
  if ([account, name, email].some((text) => unprintable.test(text)))
    return "A name has characters that nobody can see.";
  if (email !== "" && !anAddress.test(email)) return `“${email.slice(0, 60)}” is not an email address.`;
  const said = { kind: kinds.get(plain(cell("kind"))), flag: flags.get(plain(cell("administrator"))) };
  const active = states.get(plain(cell("status")));
  if (said.kind === undefined) return `“${cell("kind").slice(0, 60)}” is not Human, Service or Guest.`;
  // Whoever decides must not decide on their own account, and nothing else says whose it is.
  if (email === "" && said.kind !== "service")
    return `Nobody can tell whose account “${account.slice(0, 60)}” is. Add their work email, or Service as its kind.`;
  if (said.flag === undefined) return `“${cell("administrator").slice(0, 60)}” is not Yes or No.`;
  if (active === undefined) return `“${cell("status").slice(0, 60)}” is not Active or Disabled.`;
  const used = lastUse(cell("lastSignIn"), now);
  if (used === undefined) return "The last sign-in is not written as 2026-01-31, or Never.";
  if (used === "later") return "The last sign-in is in the future.";
  return {
    id: idOf(sameAccount(own)),
    label: account === "" ? email : name === "" ? account : `${name} (${account})`,
    class: said.kind,
    active,
    administrator: said.flag,
    email: email === "" ? null : email,
    lastSignIn: used,
  };
}

/** A day, `never`, or null where nothing is said; undefined where it is not written as one of the calendar. */
function lastUse(text: string, now: Date): string | null | undefined {
  if (text === "") return null;
  if (plain(text) === "never") return "never";
  const [, day] = aDay.exec(text) ?? [];
  const start = new Date(`${day ?? ""}T00:00:00Z`);
  if (day === undefined || Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  // Somewhere it is tomorrow already.
  return start.getTime() > now.getTime() + 86_400_000 ? "later" : day;
}

/** What a new list says of the accounts that the last list of its system had. */
export interface ComparedList {
  /** Accounts of the last list that are not in the new one. */
  readonly gone: readonly { readonly id: string; readonly label: string }[];
  /** By which column the last one named them, where the new one names them otherwise: then neither says who is gone. */
  readonly otherColumn: string | null;
}

/** Compares a list with the last one of its system; nothing is gone where there was none. */
export function compareLists(
  list: Pick<AccountList, "accounts" | "identifiedBy">,
  last: { readonly accounts: ComparedList["gone"]; readonly identifiedBy: string } | undefined,
): ComparedList {
  if (!last) return { gone: [], otherColumn: null };
  if (last.identifiedBy !== list.identifiedBy) return { gone: [], otherColumn: last.identifiedBy };
  const ids = new Set(list.accounts.map(({ id }) => id));
  return { gone: last.accounts.filter(({ id }) => !ids.has(id)), otherColumn: null };
}

/** How results name a system whose accounts come from lists, by its name for people and its id for good. */
export const listSource = ({ id, name }: { readonly id: string; readonly name: string }): string => `${name}, ${id}`;

/** A list of accounts counts for a review that starts within so many days after it was exported. */
export const LIST_COUNTS_DAYS = 7;

/** As of when a list speaks: the end of the day on which it was exported, and no later than it was filed. */
export function listSeenAt(exportedOn: string, filedAt: Date): Date {
  return new Date(Math.min(Date.parse(`${exportedOn}T00:00:00Z`) + 86_400_000 - 1, filedAt.getTime()));
}
