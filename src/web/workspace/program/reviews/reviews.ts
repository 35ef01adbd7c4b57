import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { dayOfRecord, longDate } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";

export type ReviewSummary = z.output<typeof contract.reviews.list.output>[number];
export type ReviewDetails = z.output<typeof contract.reviews.get.output>;
export type Population = ReviewDetails["populations"][number];
export type Removal = ReviewDetails["removals"][number];
export type ReviewAccount = z.output<typeof contract.reviews.accounts.output>["accounts"][number];
export type Decision = NonNullable<ReviewAccount["decision"]>["decision"];
export type AccountFilter = NonNullable<z.input<typeof contract.reviews.find.input>["show"]>;

export const reviewsAddress = "/dashboard/program/reviews";
export const addressOfReview = (id: string) => `${reviewsAddress}/${id}`;

export const decisions: readonly { readonly key: Decision; readonly label: string }[] = [
  { key: "keep", label: "Keep" },
  { key: "change", label: "Change" },
  { key: "remove", label: "Remove" },
];

export const filterWords: Readonly<Record<AccountFilter, string>> = {
  all: "All accounts",
  undecided: "Not decided",
  mine: "Mine to decide",
  administrators: "Administrators",
  unused: "Unused for 90 days",
  unmatched: "No person found",
  left: "Person left",
  keep: "Keep",
  change: "Change",
  remove: "Remove",
};

export const counted = (count: number) => count.toLocaleString("en-US");
export const accountsOf = (count: number) => `${counted(count)} ${count === 1 ? "account" : "accounts"}`;
export const decidedOf = ({ keep, change, remove }: ReviewSummary["decided"]) => keep + change + remove;

/** "A", "A and B", "A, B and C" */
export const listed = (names: readonly string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/** What a person reads about where a review stands. A closed one is sealed, which says nothing of what its check found. */
export function standingOf(review: ReviewSummary, now: Date): { finding: Finding; words: string } {
  if (review.cancelled !== null) return { finding: "not applicable", words: "Cancelled" };
  if (review.closedAt !== null) return { finding: "sealed", words: `Closed ${longDate(review.closedAt)}` };
  if (isOverdue(review, now)) return { finding: "failing", words: "Overdue" };
  return { finding: "needs evidence", words: "Open" };
}

export const isOverdue = ({ dueOn, closedAt }: ReviewSummary, now: Date) =>
  closedAt === null && dueOn < now.toISOString().slice(0, 10);

/** Nothing can read it any more, and something else of the review was read: the review may be closed without it. */
const mayBeLeftOut = ({ outOfReach }: Population, all: readonly Population[]) =>
  outOfReach && all.some(({ frozenAt }) => frozenAt !== null);

/** Systems that a review is closed without, each once. */
export const leftOutOf = ({ populations }: ReviewDetails): readonly string[] => [
  ...new Set(populations.filter((own) => mayBeLeftOut(own, populations)).map(({ system }) => system)),
];

/** What keeps a review open, as sentences; none where it can be closed. */
export function openReasons({ decided, populations }: ReviewDetails): readonly string[] {
  const waits = populations.filter(
    (population) => population.frozenAt === null && !mayBeLeftOut(population, populations),
  );
  const unread = [...new Set(waits.map(({ system }) => system))];
  const left = decided.accounts - decidedOf(decided);
  return [
    ...(unread.length > 0 ? [`${listed(unread)} ${unread.length === 1 ? "was" : "were"} not read.`] : []),
    ...(left > 0 ? [`${accountsOf(left)} ${left === 1 ? "is" : "are"} not decided.`] : []),
  ];
}

/** Why an account deserves a second look, worst first. */
export function flagsOf(account: ReviewAccount, seenAt: string | null): readonly { words: string; bad: boolean }[] {
  return [
    ...(account.left ? [{ words: "Person left", bad: true }] : []),
    ...(account.person === null && account.class !== "service" ? [{ words: "No person found", bad: true }] : []),
    ...(account.class === "service" ? [{ words: "Service account", bad: false }] : []),
    ...(account.unused ? [{ words: unusedWords(account.lastSignIn, seenAt), bad: false }] : []),
  ];
}

function unusedWords(lastSignIn: string | null, seenAt: string | null): string {
  if (lastSignIn === null || lastSignIn === "never" || seenAt === null) return "Never used";
  const days = Math.floor((Date.parse(seenAt) - Date.parse(lastSignIn)) / 86_400_000);
  return `Unused for ${counted(days)} days`;
}

export function roleOf({ administrator, class: kind }: ReviewAccount): string {
  const role = administrator === true ? "Administrator" : administrator === false ? "Standard" : "Role not read";
  if (kind === "service") return `${role}, service`;
  return kind === "guest" ? `${role}, guest` : role;
}

export function lastUseOf({ lastSignIn }: ReviewAccount): string {
  if (lastSignIn === null) return "Not read";
  return lastSignIn === "never" ? "Never" : dayOfRecord(lastSignIn);
}
