import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import {
  endOfDay,
  fails,
  isActivePerson,
  isApproved,
  isUnknown,
  notConfirmed,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { AccountRow, RegisterInputs, RegisterVerdict } from "./registers.ts";

const NOT_COLLECTED = "No connected system lists its accounts yet.";

/** The approval of this kind that stands for an account, by its name in its system. */
function approvalOf(approvals: readonly SnapshotRow[], kinds: readonly string[], account: AccountRow, now: Date) {
  return approvals.find((row) => {
    const until = textOf(row, "expiresOn");
    return (
      row.state === "open" &&
      isApproved(row) &&
      until !== undefined &&
      now < endOfDay(until) &&
      kinds.includes(textOf(row, "kind") ?? "") &&
      textOf(row, "systemId") === account.systemId &&
      textOf(row, "subject")?.toLowerCase() === account.key.toLowerCase()
    );
  });
}

const endsOf = (rows: readonly (SnapshotRow | undefined)[]) =>
  rows.flatMap((row) => (row ? [endOfDay(textOf(row, "expiresOn")!)] : []));

/** Each administrator has an approval that has not expired, by somebody else than who asked for it. */
export function adminsListed({ register, accounts, now }: RegisterInputs): RegisterVerdict {
  if (accounts === null) return isUnknown(NOT_COLLECTED);
  const approvals = register("approvals");
  const admins = accounts.filter(({ active, administrator }) => active && administrator);
  const found = admins.map((account) =>
    approvalOf(approvals.rows, ["administrator", "emergency-account"], account, now),
  );
  const missing = notConfirmed(approvals, "Approvals", now);
  if (missing !== undefined) return isUnknown(missing);
  const left = admins.filter((_, at) => !found[at]);
  if (left.length > 0) return fails(`Administrators without an approval: ${some(left.map(({ key }) => key))}.`);
  return passes(admins.length === 0 ? "Nobody is administrator." : `${admins.length} approved.`, [
    approvals.confirmedUntil,
    ...endsOf(found),
  ]);
}

/** Each active account of a person is one active person's, or an approved shared one. */
export function onePersonEach({ register, accounts, now }: RegisterInputs): RegisterVerdict {
  if (accounts === null) return isUnknown(NOT_COLLECTED);
  const [people, approvals] = [register("people"), register("approvals")];
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const active = accounts.filter((account) => account.active && account.human);
  const shared = active.map((account) => approvalOf(approvals.rows, ["shared-account"], account, now));
  const open = active.filter((_, at) => !shared[at]);
  const left = open.filter(({ personId }) => personId !== null && !isActivePerson(byId.get(personId), now));
  if (left.length > 0) return fails(`Accounts of people who do not work here: ${some(left.map(({ key }) => key))}.`);
  const twice = [...Map.groupBy(open, ({ systemId, personId }) => `${systemId} ${personId}`)].filter(
    ([, own]) => own.length > 1 && own[0]!.personId !== null,
  );
  if (twice.length > 0)
    return fails(
      `More than one account of a person: ${some(twice.map(([, own]) => own.map(({ key }) => key).join(" and ")))}.`,
    );
  const unmatched = open.filter(({ personId }) => personId === null);
  if (unmatched.length > 0)
    return isUnknown(`Nobody said whose account it is: ${some(unmatched.map(({ key }) => key))}.`);
  const missing = notConfirmed(people, "People", now) ?? notConfirmed(approvals, "Approvals", now);
  if (missing !== undefined) return isUnknown(missing);
  const leaves = open.flatMap(({ personId }) => {
    const end = endOf(byId.get(personId!));
    return end ? [end] : [];
  });
  return passes(`${active.length} accounts, each of one person or approved.`, [
    people.confirmedUntil,
    approvals.confirmedUntil,
    ...endsOf(shared),
    ...leaves,
  ]);
}

function endOf(person: SnapshotRow | undefined): Date | undefined {
  const end = person && textOf(person, "endsAt");
  return end === undefined ? undefined : new Date(end);
}
