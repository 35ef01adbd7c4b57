import { REVIEW_COUNTS_DAYS } from "#domain/reviews/review.ts";
import { removals, reviewsOf, thisQuarter, wrongWith } from "./closed-reviews.ts";
import type { ReviewedSystem } from "./closed-reviews.ts";
import { dayOf } from "./days.ts";
import { inDays, saysNothing } from "./review-times.ts";
import { fails, isUnknown, listOf, passes, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/** A system without a connection, as the populations of its closed reviews name it. Its pages hold no name of an account. */
export interface ListedSystem {
  readonly source: string;
  readonly systemId: string;
  readonly kinds: readonly string[];
}

/** What a list may say that an account is. */
const CLASSES = ["human", "service", "guest", "root"];

function listed({ source, systemId }: ListedSystem): ReviewedSystem {
  return {
    source,
    systemId,
    personOf: () => undefined,
    labelOf: (row) => `account ${JSON.stringify(row.fields["place"])} of the review`,
    // A list that names its accounts by another column says of nobody that they are gone.
    mayBeGone: (sighting, population) => {
      const column = textOf(population, "identifiedBy");
      return column !== undefined && textOf(sighting, "identifiedBy") === column;
    },
    personal: (rows) => rows.filter((row) => !["service", "guest"].includes(textOf(row, "class") ?? "")),
    // Of accounts of a list nobody says it: their addresses do.
    isSaid: () => false,
    // Later lists are sightings of the pages.
    present: () => undefined,
  };
}

/** The systems of which a list was reviewed and that are not connected now. */
export function listedSystems({ register, systems }: RegisterInputs): readonly ListedSystem[] {
  const isConnected = new Set(systems.map(({ systemId }) => systemId));
  const found = register("review-populations").rows.flatMap((row) => {
    const [source, systemId] = [textOf(row, "source"), textOf(row, "systemId")];
    if (source === undefined || systemId === undefined || isConnected.has(systemId)) return [];
    return [[source, { source, systemId, kinds: listOf(row, "kinds") }] as const];
  });
  return [...new Map(found).values()];
}

/** What closed reviews say of a system whose accounts come from lists, by the checks of `systemChecks`. */
export const listChecks: Readonly<Record<string, (inputs: RegisterInputs, system: ListedSystem) => RegisterVerdict>> = {
  "review.done-this-quarter": (inputs, system) => thisQuarter(inputs, listed(system)),
  "review.removals-done": (inputs, system) => {
    const [newest] = reviewsOf(inputs, system);
    // Nobody looks there until the next list: what was gone then is good for as long as the review is.
    const end = newest && inDays(newest.closedAt, REVIEW_COUNTS_DAYS);
    if (end && end <= inputs.now)
      return isUnknown("No list of it has been reviewed for a quarter. Upload a newer list and start a review.");
    return removals(inputs, listed(system), end ? [end] : []);
  },
  "review.service-accounts": (inputs, system) => {
    const [newest] = reviewsOf(inputs, system);
    if (!newest) return isUnknown("No access review of it has been closed. Start one in Access reviews.");
    const wrong = wrongWith(newest, listed(system), inputs);
    if (wrong !== undefined) return fails(wrong);
    const nothing = saysNothing(newest, inputs.now);
    if (nothing) return nothing;
    if (newest.rows.some((row) => !CLASSES.includes(textOf(row, "class") ?? "")))
      return isUnknown(
        "The list does not say of each account whether a person or a program uses it. Upload one with the column Kind.",
      );
    const service = newest.rows.filter((row) => textOf(row, "class") === "service").length;
    return passes(
      `${service} service ${service === 1 ? "account" : "accounts"} of ${textOf(newest.population, "exhibit") ?? "an exhibit"} decided by ${dayOf(newest.closedAt)}.`,
      [inDays(newest.closedAt, REVIEW_COUNTS_DAYS)],
    );
  },
};
