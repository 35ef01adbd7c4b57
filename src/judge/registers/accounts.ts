import { Truth } from "#domain/facts/truth.ts";
import { LEAVER_HOURS } from "#domain/registers/leaver-clock.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import { peopleIn } from "./people.ts";
import { endOfDay } from "./days.ts";
import {
  fails,
  hasLeft,
  isActivePerson,
  isApproved,
  isCertain,
  isUnknown,
  leftAt,
  mayBe,
  notConfirmed,
  passes,
  personOf,
  some,
  textOf,
} from "./registers.ts";
import type { Account, ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

/** How long an account of somebody who left may still be open. */
export const GRACE_MS = LEAVER_HOURS * 3_600_000;

/** The approval of one of these kinds that stands for an account of a system, by its name or its id there. */
export function approvalOf(
  { rows }: { readonly rows: readonly SnapshotRow[] },
  kinds: readonly string[],
  { systemId }: ReadSystem,
  names: readonly string[],
  now: Date,
): SnapshotRow | undefined {
  const known = approvedIn(rows).get(systemId);
  let first: Approved | undefined;
  for (const name of names) {
    const found = known?.get(name.toLowerCase())?.find(({ row }) => {
      const until = textOf(row, "expiresOn");
      return until !== undefined && now < endOfDay(until) && kinds.includes(textOf(row, "kind") ?? "");
    });
    if (found && (first === undefined || found.at < first.at)) first = found;
  }
  return first?.row;
}

/** Whether an account is an approved shared one, by its name or its id there. */
export const isApprovedShared = (
  { register, now }: Pick<RegisterInputs, "register" | "now">,
  system: ReadSystem,
  names: readonly string[],
): boolean => approvalOf(register("approvals"), ["shared-account"], system, names, now) !== undefined;

/** An approval that counts, with its place in the register. */
interface Approved {
  readonly row: SnapshotRow;
  readonly at: number;
}

type BySubject = ReadonlyMap<string, readonly Approved[]>;

const read = new WeakMap<readonly SnapshotRow[], ReadonlyMap<string | undefined, BySubject>>();

/** Approvals by the system and the subject that they are for: each of tens of thousands of accounts asks whether it has one. */
function approvedIn(rows: readonly SnapshotRow[]): ReadonlyMap<string | undefined, BySubject> {
  const known = read.get(rows) ?? bySystem(rows);
  read.set(rows, known);
  return known;
}

function bySystem(rows: readonly SnapshotRow[]): ReadonlyMap<string | undefined, BySubject> {
  const approved = rows.flatMap((row, at): Approved[] =>
    row.state === "open" && isApproved(row) ? [{ row, at }] : [],
  );
  const subjectOf = ({ row }: Approved) => textOf(row, "subject")?.toLowerCase() ?? "";
  return new Map(
    [...Map.groupBy(approved, ({ row }) => textOf(row, "systemId"))].map(([system, own]) => [
      system,
      Map.groupBy(own, subjectOf),
    ]),
  );
}

/** When these approvals end. */
export const endsOf = (rows: readonly (SnapshotRow | undefined)[]) =>
  rows.flatMap((row) => (row ? [endOfDay(textOf(row, "expiresOn")!)] : []));
/** What is one person's: all of it where it is little. */
const together = (names: readonly string[]) => (names.length > 3 ? some(names) : names.join(" and "));
const labels = (accounts: readonly { readonly label: string }[]) => some(accounts.map(({ label }) => label));

/** Each administrator of a system has an approval that has not expired, by somebody else than who asked for it. */
export function adminsListed({ register, now }: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const approvals = register("approvals");
  const accounts = new Map(system.accounts.members.map(({ key, facts }) => [key.id, facts.active]));
  // A program that holds a role is no account; its grant is asked all the same.
  const isOpen = (to: string) => accounts.get(to)?.is(true) ?? Truth.all([]);
  const grants = system.grants.members
    .map(({ label, facts }) => {
      const administers = facts.level.is("admin").and(facts.over.is("account"));
      // Of a role that nobody listed it is not known whether it administers, nor of whom where its holder was not read.
      const to = facts.to.say((id) => id, label);
      return { label, names: [label, to], truth: administers.and(facts.to.follow(isOpen)) };
    })
    .filter(({ truth }) => mayBe(truth));
  const found = grants.map(({ names }) =>
    approvalOf(approvals, ["administrator", "emergency-account"], system, names, now),
  );
  const left = grants.filter((_, at) => !found[at]);
  const missing = notConfirmed(approvals, "Approvals", now);
  if (missing !== undefined) return isUnknown(missing);
  const certain = left.filter(({ truth }) => isCertain(truth));
  if (certain.length > 0)
    return fails(`Administrators without an approval: ${unique(certain)}. Have someone else approve each.`);
  if (left.length > 0) return isUnknown(`What these may do was not read: ${unique(left)}.`);
  if (mayBe(system.grants.whole.not())) return isUnknown("Not every administrator was read.");
  const count = new Set(grants.map(({ label }) => label)).size;
  return passes(count === 0 ? "Nobody is administrator." : `${count} approved.`, [
    approvals.confirmedUntil,
    ...endsOf(found),
  ]);
}

const unique = (grants: readonly { readonly label: string }[]) => some([...new Set(grants.map(({ label }) => label))]);

/** Each active account of a person is one active person's, or an approved shared one. */
export function onePersonEach(inputs: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const { register, who, now } = inputs;
  const [people, approvals] = [register("people"), register("approvals")];
  const { byId: rows, doubles } = peopleIn(inputs);
  const { programs, accounts } = system;
  const isProgram = ({ key }: Account) => now < (programs.get(key.id) ?? now);
  const asked = ({ facts }: Account): Truth => Truth.all([facts.active.is(true), facts.class.is("human")]);
  const human = accounts.members.filter((account) => mayBe(asked(account)) && !isProgram(account));
  const approved = (account: Account, ...kinds: string[]) =>
    approvalOf(approvals, kinds, system, [account.label, account.key.id], now);
  const shared = human.map((account) => approved(account, "shared-account"));
  const open = human.filter((_, at) => !shared[at]);
  const owners = new Map(open.map((account) => [account, personOf(system, account, rows)]));
  const isOwned = (account: Account) => {
    const owner = owners.get(account);
    return owner !== undefined && (isActivePerson(owner, now) || (hasLeft(owner, now) && now < graceOf(owner, now)));
  };
  const strangers = open.filter((account) => owners.get(account) !== undefined && !isOwned(account));
  const left = strangers.filter((account) => isCertain(asked(account)));
  if (left.length > 0)
    return fails(`Accounts of people who do not work here: ${labels(left)}. Have them disabled there.`);
  const twice = [
    // Who administers by an account of its own has two, the other of which is approved.
    ...Map.groupBy(
      open.filter((account) => isCertain(asked(account)) && !approved(account, "administrator", "emergency-account")),
      (account) => {
        const id = owners.get(account)?.id;
        return id !== undefined && who ? who(id) : id;
      },
    ),
  ].filter(([owner, own]) => owner !== undefined && own.length > 1);
  const each = twice.map(([, own]) => together(own.map(({ label }) => label)));
  if (twice.length > 0) return fails(`More than one account of a person: ${some(each)}. Have the others disabled.`);
  const records = doubles.map((own) => together(own.map(({ number }) => `PER-${number}`)));
  if (doubles.length > 0)
    return isUnknown(`These records of People are one person: ${some(records)}. End all but one.`);
  const missing = notConfirmed(people, "People", now) ?? notConfirmed(approvals, "Approvals", now);
  const unmatched = open.filter((account) => owners.get(account) === undefined);
  if (unmatched.length > 0) return isUnknown(`Nobody said whose account it is: ${labels(unmatched)}.`);
  if (strangers.length > 0) return isUnknown(`Whether these are active was not read: ${labels(strangers)}.`);
  if (missing !== undefined) return isUnknown(missing);
  if (mayBe(accounts.whole.not())) return isUnknown("Not every account was read.");
  const what =
    human.length === 0
      ? "No account is a person's."
      : counted(
          human.length,
          "account belongs to one person, or is an approved shared account.",
          "accounts each belong to one person, or are approved shared accounts.",
        );
  const guests = accounts.members.filter(({ facts }) => isCertain(facts.class.is("guest").and(facts.active.is(true))));
  const besides = guests.length > 0 ? ` ${guests.length} of guests are not asked.` : "";
  return passes(`${what}${besides}`, [
    people.confirmedUntil,
    approvals.confirmedUntil,
    ...endsOf(shared),
    ...accounts.members.flatMap(({ key }) => programs.get(key.id) ?? []),
    ...[...owners.values()].flatMap((owner) => {
      const end = owner && leftAt(owner);
      return end ? [graceOf(owner, now)] : [];
    }),
  ]);
}

/** Until when an account of somebody who leaves may be open; the day itself where nobody said when they left. */
export const graceOf = (person: SnapshotRow, now: Date): Date =>
  new Date((leftAt(person) ?? new Date(now.getTime() - GRACE_MS)).getTime() + GRACE_MS);
