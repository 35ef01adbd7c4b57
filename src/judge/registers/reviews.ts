import {
  decisionsDigest,
  populationDigest,
  quickApproval,
  removalState,
  REVIEW_COUNTS_DAYS,
  REVIEW_TAKES_DAYS,
  reviewDecisions,
} from "#domain/reviews/review.ts";
import type { Sighting } from "#domain/reviews/review.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { accountPresence } from "./presence.ts";
import { dayOf, fails, isCertain, isUnknown, mayBe, passes, some, textOf } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

const DAY_MS = 86_400_000;
const inDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);
const instantOf = (row: SnapshotRow, field: string) => new Date(Date.parse(textOf(row, field) ?? "") || 0);

interface Reviewed {
  readonly population: SnapshotRow;
  readonly rows: readonly SnapshotRow[];
  readonly closedAt: Date;
}

/** The closed reviews of a system, the newest first. */
function reviewsOf({ register }: RegisterInputs, { source }: ReadSystem): readonly Reviewed[] {
  const rows = Map.groupBy(register("review-rows").rows, (row) => textOf(row, "populationId"));
  return register("review-populations")
    .rows.filter((row) => textOf(row, "source") === source)
    .map((population) => ({
      population,
      rows: rows.get(population.id) ?? [],
      closedAt: instantOf(population, "closedAt"),
    }))
    .toSorted((a, b) => b.closedAt.getTime() - a.closedAt.getTime());
}

/** What a review's accounts came from and was withdrawn since: it says nothing of what may not be looked at any more. */
function withdrawnFrom({ population }: Reviewed): string | undefined {
  const [exhibit] = population.withdrawn;
  return exhibit === undefined
    ? undefined
    : `Its accounts came from ${exhibit}, which was withdrawn. Review them again.`;
}

const accountOf = (row: SnapshotRow) => textOf(row, "account") ?? "";
const labelOf = ({ accounts }: ReadSystem, account: string) =>
  accounts.members.find(({ key }) => key.id === account)?.label ?? account;

/** What makes a review none: it is not as the ledger has it, or somebody decided on their own account. */
function wrongWith({ population, rows }: Reviewed, system: ReadSystem): string | undefined {
  const number = typeof population.fields["review"] === "number" ? ` ${population.fields["review"]}` : "";
  const isWhole = population.fields["accounts"] === rows.length;
  if (!isWhole || populationDigest(rows.map(accountOf)) !== textOf(population, "leaf"))
    return `The accounts of review${number} are not those that the ledger has.`;
  const undecided = rows.filter((row) => !reviewDecisions.some((decision) => decision === textOf(row, "decision")));
  if (undecided.length > 0) return `Not decided: ${some(undecided.map((row) => labelOf(system, accountOf(row))))}.`;
  const decided = rows.map((row) => ({
    account: accountOf(row),
    decision: textOf(row, "decision") ?? "",
    by: textOf(row, "by") ?? "",
    alone: row.fields["alone"] === true,
  }));
  if (decisionsDigest(decided) !== textOf(population, "decidedLeaf"))
    return `The decisions of review${number} are not those that the ledger has.`;
  const own = rows.filter((row) => {
    const [by, account] = [textOf(row, "byPersonId"), accountOf(row)];
    const owners = [textOf(row, "personId"), system.people.get(account)];
    return row.fields["alone"] !== true && (by === undefined || owners.includes(by));
  });
  if (own.length > 0)
    return `Decided by the person whose account it is: ${some(own.map((row) => labelOf(system, accountOf(row))))}.`;
  return undefined;
}

/** The newest review of a system was closed within 92 days: each account of its population decided, by nobody on their own. */
export function reviewedThisQuarter(inputs: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const [newest] = reviewsOf(inputs, system);
  if (!newest) return isUnknown("No access review of it has been closed.");
  const { population, rows, closedAt } = newest;
  const wrong = wrongWith(newest, system);
  if (wrong !== undefined) return fails(wrong);
  const until = inDays(closedAt, REVIEW_COUNTS_DAYS);
  if (until <= inputs.now)
    return fails(`The last access review was closed on ${dayOf(closedAt)}, more than ${REVIEW_COUNTS_DAYS} days ago.`);
  if (inDays(instantOf(population, "seenAt"), REVIEW_TAKES_DAYS) < closedAt)
    return fails(`Its accounts were read more than ${REVIEW_TAKES_DAYS} days before the review was closed.`);
  const withdrawn = withdrawnFrom(newest);
  if (withdrawn !== undefined) return isUnknown(withdrawn);
  const count = (decision: string) => rows.filter((row) => textOf(row, "decision") === decision).length;
  const alone = rows.filter((row) => row.fields["alone"] === true).length;
  const quick = [...Map.groupBy(rows, (row) => textOf(row, "by")).values()].flatMap(
    (own) =>
      quickApproval(own.map((row) => ({ decision: textOf(row, "decision") ?? "", at: instantOf(row, "decidedAt") }))) ??
      [],
  );
  return passes(
    [
      `${rows.length} ${rows.length === 1 ? "account" : "accounts"} of ${textOf(population, "exhibit") ?? "an exhibit"} decided by ${dayOf(closedAt)}:`,
      `${count("keep")} keep, ${count("change")} change, ${count("remove")} remove.`,
      ...(alone > 0 ? [`${alone} by the person whose account it is, because nobody else could.`] : []),
      ...quick.map((found) => `Somebody kept ${found.kept} of ${found.rows} in ${found.seconds} seconds.`),
    ].join(" "),
    [until],
  );
}

/** Each account that was to be removed is gone within 14 days, by every complete snapshot since, and stays away for 90. */
export function removalsDone(inputs: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const reviews = reviewsOf(inputs, system);
  const [newest] = reviews;
  if (!newest) return isUnknown("No access review of it has been closed.");
  const wrong = reviews.flatMap((review) => wrongWith(review, system) ?? []);
  if (wrong[0] !== undefined) return fails(wrong[0]);
  const sightings = Map.groupBy(inputs.register("review-sightings").rows, (row) => textOf(row, "rowId"));
  const decided = new Set<string>();
  const found = reviews.flatMap((review) =>
    review.rows.flatMap((row) => {
      const account = accountOf(row);
      // What was decided later on the same account stands.
      if (decided.has(account)) return [];
      decided.add(account);
      if (textOf(row, "decision") !== "remove") return [];
      const present = accountPresence(system.accounts, account);
      // What was read from an exhibit that was withdrawn shows nobody gone; that somebody was there stays said.
      const seen: Sighting[] = (sightings.get(row.id) ?? []).flatMap((own) => {
        const isPresent = own.fields["present"] === true;
        return isPresent || own.withdrawn.length === 0 ? [{ at: instantOf(own, "at"), present: isPresent }] : [];
      });
      if (present !== undefined) seen.push({ at: system.seenAt, present });
      const removal = removalState(instantOf(row, "decidedAt"), seen, inputs.now);
      return [{ label: labelOf(system, account), removal, isNewest: review === newest }];
    }),
  );
  const named = (state: string) => {
    // A removal that was late counts against its own review: the next one finds the account gone.
    const own = found.filter(({ removal, isNewest }) => removal.state === state && (state !== "late" || isNewest));
    return own.length > 0 ? some(own.map(({ label }) => label)) : undefined;
  };
  const failing = [
    ["back", "Back within 90 days after they were removed"],
    ["still there", "Still there more than 14 days after the decision"],
    ["late", "Gone, and were still there more than 14 days after the decision"],
  ].flatMap(([state, what]) => {
    const names = named(state!);
    return names === undefined ? [] : [`${what}: ${names}.`];
  });
  if (failing[0] !== undefined) return fails(failing[0]);
  const unread = named("not read");
  if (unread !== undefined)
    return isUnknown(`No complete reading since the decision says that they are gone: ${unread}.`);
  const withdrawn = withdrawnFrom(newest);
  if (withdrawn !== undefined) return isUnknown(withdrawn);
  const waiting = found.filter(({ removal }) => removal.state === "waiting");
  const gone = found.filter(({ removal }) => removal.state === "gone" || removal.state === "late").length;
  if (found.length === 0) return passes("Nothing was to be removed.", []);
  const pending =
    waiting.length > 0
      ? ` ${waiting.length} ${waiting.length === 1 ? "has" : "have"} time until ${dayOf(waiting[0]!.removal.due)}.`
      : "";
  return passes(
    `${gone} of ${found.length} removed accounts ${gone === 1 ? "is" : "are"} gone.${pending}`,
    waiting.map(({ removal }) => removal.due),
  );
}

/** The newest review of a system decided on each of its service accounts. */
export function serviceAccountsReviewed(inputs: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const [newest] = reviewsOf(inputs, system);
  if (!newest) return isUnknown("No access review of it has been closed.");
  const wrong = wrongWith(newest, system);
  if (wrong !== undefined) return fails(wrong);
  const withdrawn = withdrawnFrom(newest);
  if (withdrawn !== undefined) return isUnknown(withdrawn);
  const reviewed = new Set(newest.rows.map(accountOf));
  const asked = system.accounts.members.filter(
    ({ facts }) => mayBe(facts.class.is("service")) && mayBe(facts.active.is(true)),
  );
  const left = asked.filter(({ key }) => !reviewed.has(key.id)).map(({ label }) => label);
  if (left.length > 0) return isUnknown(`Not there when it was reviewed, on ${dayOf(newest.closedAt)}: ${some(left)}.`);
  if (mayBe(system.accounts.whole.not())) return isUnknown("Not every account was read.");
  const service = asked.filter(({ facts }) => isCertain(facts.class.is("service"))).length;
  const other = asked.length - service;
  const besides = other > 0 ? ` ${other} more may be, and were decided too.` : "";
  return passes(
    service === 0
      ? `It has no service account.${besides}`
      : `${service} service ${service === 1 ? "account" : "accounts"} decided by ${dayOf(newest.closedAt)}.${besides}`,
    [inDays(newest.closedAt, REVIEW_COUNTS_DAYS)],
  );
}
