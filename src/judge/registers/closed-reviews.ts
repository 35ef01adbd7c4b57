import {
  decisionsDigest,
  populationDigest,
  quickApproval,
  removalState,
  REVIEW_COUNTS_DAYS,
  reviewDecisions,
} from "#domain/reviews/review.ts";
import type { Sighting } from "#domain/reviews/review.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { countsAlone } from "#domain/alone.ts";
import { ownDecisionsUntil } from "./alone.ts";
import { keptUnknown } from "./kept-unknown.ts";
import { dayOf } from "./days.ts";
import { closedLater, decidedLater, inDays, instantOf, readElsewhen, saysNothing } from "./review-times.ts";
import { fails, isUnknown, listOf, passes, some, textOf } from "./registers.ts";
import { whoEver } from "./same-person.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/** A closed review of a system. */
export interface Reviewed {
  readonly population: SnapshotRow;
  readonly rows: readonly SnapshotRow[];
  readonly closedAt: Date;
}

/** What reviews are about: a connected system, or one whose accounts come from lists that somebody exported. */
export interface ReviewedSystem {
  readonly source: string;
  readonly systemId: string;
  /** Whose an account is known to be now. */
  readonly personOf: (account: string) => string | undefined;
  readonly labelOf: (row: SnapshotRow) => string;
  /** Whether a sighting may say that an account of a review is gone. */
  readonly mayBeGone: (sighting: SnapshotRow, population: SnapshotRow) => boolean;
  /** Accounts of which it is asked whose they are: they may be a person's, and nothing else frees them. */
  readonly personal: (rows: readonly SnapshotRow[]) => readonly SnapshotRow[];
  /** Whether what somebody said of an account last says whose it is, or that it is a program's. */
  readonly isSaid: (row: SnapshotRow) => boolean;
  /** Whether an account is there now, and as of when; undefined where that was not read. */
  readonly present: (account: string) => Sighting | undefined;
}

/** The closed reviews of a system, the newest first. */
export function reviewsOf({ register }: RegisterInputs, { source }: { readonly source: string }): readonly Reviewed[] {
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

/** What closed reviews left out of what a system's newest one read, or a later one left out of the system itself; empty where nothing was. */
function leftOutOf({ register }: RegisterInputs, { systemId }: ReviewedSystem, newest?: Reviewed): string {
  const populations = register("review-populations").rows;
  const without = populations
    .filter((row) => listOf(row, "leftOutIds").includes(systemId))
    .map((row) => ({
      number: typeof row.fields["review"] === "number" ? ` ${row.fields["review"]}` : "",
      at: instantOf(row, "closedAt"),
    }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .find(({ at }) => newest === undefined || at > newest.closedAt);
  const names = newest ? listOf(newest.population, "leftOut") : [];
  return [
    ...(without
      ? [` Review${without.number} was closed without it on ${dayOf(without.at)}: its accounts were not read.`]
      : []),
    ...(names.length > 0 ? [` The same review left out, because nothing could read it: ${some(names)}.`] : []),
  ].join("");
}

/** Said where no review of a system was closed. */
const noReview = (inputs: RegisterInputs, system: ReviewedSystem) =>
  isUnknown(`No access review of it has been closed.${leftOutOf(inputs, system)} Start one in Access reviews.`);

/** How its provider names an account for good. */
export const accountOf = (row: SnapshotRow) => textOf(row, "account") ?? "";

/** What makes a review none: it is not as the ledger has it, or somebody decided on their own account. */
export function wrongWith(
  { population, rows, closedAt }: Reviewed,
  system: ReviewedSystem,
  inputs: RegisterInputs,
): string | undefined {
  const { now } = inputs;
  const who = whoEver(inputs);
  const number = typeof population.fields["review"] === "number" ? ` ${population.fields["review"]}` : "";
  const isWhole = population.fields["accounts"] === rows.length;
  if (!isWhole || populationDigest(rows.map(accountOf)) !== textOf(population, "leaf"))
    return `The accounts of review${number} are not those that the ledger has.`;
  const undecided = rows.filter((row) => !reviewDecisions.some((decision) => decision === textOf(row, "decision")));
  if (undecided.length > 0) return `Not decided: ${some(undecided.map(system.labelOf))}.`;
  const decided = rows.map((row) => ({
    account: accountOf(row),
    decision: textOf(row, "decision") ?? "",
    by: textOf(row, "by") ?? "",
    alone: row.fields["alone"] === true,
  }));
  if (decisionsDigest(decided) !== textOf(population, "decidedLeaf"))
    return `The decisions of review${number} are not those that the ledger has.`;
  const later = decidedLater({ population, rows, closedAt }, system.labelOf);
  if (later !== undefined) return later;
  const own = rows.filter((row) => {
    const [by = "", account] = [textOf(row, "byPersonId"), accountOf(row)];
    const owners = [textOf(row, "personId"), system.personOf(account)];
    const isOwn = by === "" || owners.some((owner) => owner !== undefined && who(owner) === who(by));
    const isExcused = row.fields["alone"] === true && !isLapsed(row) && countsAlone(ownDecisionsUntil(inputs), now);
    return !isExcused && isOwn;
  });
  if (own.length > 0) {
    const late = own.some((row) => row.fields["alone"] === true) ? " Somebody else can by now: review them again." : "";
    return `Decided by the person whose account it is: ${some(own.map(system.labelOf))}.${late}`;
  }
  return undefined;
}

/** Whether another person could have decided for a month, also where whoever did is not there any more. */
const isLapsed = (row: SnapshotRow): boolean => row.fields["lapsed"] === true;

/** The newest review of a system was closed within 92 days: each account of its population decided, by nobody on their own. */
export function thisQuarter(inputs: RegisterInputs, system: ReviewedSystem): RegisterVerdict {
  const [newest] = reviewsOf(inputs, system);
  if (!newest) return noReview(inputs, system);
  const { population, rows, closedAt } = newest;
  const wrong = wrongWith(newest, system, inputs);
  if (wrong !== undefined) return fails(wrong);
  const later = closedLater(newest, inputs.now);
  if (later) return later;
  const until = inDays(closedAt, REVIEW_COUNTS_DAYS);
  if (until <= inputs.now)
    return fails(
      `The last access review was closed on ${dayOf(closedAt)}, more than ${REVIEW_COUNTS_DAYS} days ago. Start the next one.`,
    );
  const elsewhen = readElsewhen(newest);
  if (elsewhen) return elsewhen;
  const nothing = saysNothing(newest, inputs.now);
  if (nothing) return nothing;
  const { ownerless, ownWord } = keptUnknown(rows, system);
  if (ownerless.length > 0)
    return isUnknown(
      `Kept, and nobody in People is known to have them, so that it may be who kept them: ${some(ownerless.map(system.labelOf))}. Say in People whose they are, or have them approved as shared accounts. An address counts once somebody vouches for it.`,
    );
  if (ownWord.some(isLapsed) || (ownWord.length > 0 && !countsAlone(ownDecisionsUntil(inputs), inputs.now)))
    return isUnknown(
      `Kept by the same person who said whose they are: ${some(ownWord.map(system.labelOf))}. Have someone else say it in People.`,
    );
  const exportedOn = textOf(population, "exportedOn");
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
      ...(exportedOn === undefined ? [] : [`The list was exported by hand on ${exportedOn}, and its count confirmed.`]),
      ...(alone > 0 ? [`${alone} by the person whose account it is, because nobody else could for 30 days.`] : []),
      ...(ownWord.length > 0
        ? [`${ownWord.length} by the same person who said whose it is, because nobody else could for 30 days.`]
        : []),
      ...quick.map((found) => `Somebody kept ${found.kept} of ${found.rows} in ${found.seconds} seconds.`),
    ].join(" ") + leftOutOf(inputs, system, newest),
    [until, ...(alone + ownWord.length > 0 ? [ownDecisionsUntil(inputs) ?? null] : [])],
  );
}

/**
 * Each account that was to be removed is gone within 14 days, by every complete snapshot since, and stays away for 90. `ends`: until when a
 * pass counts, where nothing looks by itself.
 */
export function removals(inputs: RegisterInputs, system: ReviewedSystem, ends: readonly Date[]): RegisterVerdict {
  const reviews = reviewsOf(inputs, system);
  const [newest] = reviews;
  if (!newest) return noReview(inputs, system);
  const wrong = reviews.flatMap((review) => wrongWith(review, system, inputs) ?? []);
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
      // What was read from an exhibit that was withdrawn shows nobody gone; that somebody was there stays said.
      const seen: Sighting[] = (sightings.get(row.id) ?? []).flatMap((own) => {
        // Anything but a plain no counts as seen.
        const isPresent = own.fields["present"] !== false;
        const at = instantOf(own, "at");
        const isShown = own.withdrawn.length === 0 && at <= inputs.now && system.mayBeGone(own, review.population);
        return isPresent || isShown ? [{ at, present: isPresent }] : [];
      });
      const present = system.present(account);
      if (present) seen.push(present);
      const removal = removalState(instantOf(row, "decidedAt"), seen, inputs.now);
      return [{ label: system.labelOf(row), removal, isNewest: review === newest }];
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
    return isUnknown(
      `No complete reading since the decision says that they are gone: ${unread}. Have the system read again, or upload a newer list.`,
    );
  const nothing = saysNothing(newest, inputs.now);
  if (nothing) return nothing;
  const waiting = found.filter(({ removal }) => removal.state === "waiting");
  const gone = found.filter(({ removal }) => removal.state === "gone" || removal.state === "late").length;
  if (found.length === 0) return passes("Nothing was to be removed.", ends);
  const pending =
    waiting.length > 0
      ? ` ${waiting.length} ${waiting.length === 1 ? "has" : "have"} time until ${dayOf(waiting[0]!.removal.due)}.`
      : "";
  return passes(`${gone} of ${found.length} removed accounts ${gone === 1 ? "is" : "are"} gone.${pending}`, [
    ...waiting.map(({ removal }) => removal.due),
    ...ends,
  ]);
}
