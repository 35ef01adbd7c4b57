import type { SnapshotRow } from "../registers/snapshot.ts";
import type { Figure } from "./figures.ts";
import { hoursWithin } from "./promised-hours.ts";
import { ageOf, countOf, hoursBetween, inHours, instantIn, isOpen, newest, taken, textOf } from "./read-figures.ts";
import type { ShownFigure } from "./read-figures.ts";

/** Rows of a sealed register; none where the snapshot has no page of it. */
export type SealedRegister = (register: string) => readonly SnapshotRow[];

/** How a figure that a policy promises is measured at its own value, where an exhibit shows the same. */
interface Measure extends Pick<Figure, "unit" | "least"> {
  /** What the figure is of, as it ends "61 days shown ..."; empty where the promise says it. */
  readonly about: string;
}

interface OfRegisters extends Measure {
  /** The registers whose pages are read. */
  readonly registers: readonly string[];
  /** What the newest snapshot shows, as of when it was looked at. */
  readonly shown: (register: SealedRegister, at: Date) => readonly ShownFigure[];
}

/** Accounts of people who left, which newest exhibits show open. */
interface OfAccounts extends Measure {
  readonly accounts: "left";
  /** Reads a sentence otherwise than by all of its figures. */
  readonly promised: (sentence: string) => Figure | undefined;
}

type Data = Readonly<Record<string, unknown>>;

interface OfCollected extends Measure {
  /** By a kind of item the figure that one shows as of a run; undefined where it shows none, or is not asked. */
  readonly collected: Readonly<Record<string, (data: Data, at: Date) => number | undefined>>;
}

/** A figure as a run keeps it. */
export interface KeptFigure extends ShownFigure {
  readonly check: string;
}

/** What is read of an item of a run. */
interface Item {
  readonly kind: string;
  readonly subject: { readonly label: string };
  readonly data: unknown;
}

/** So many of a check are kept, and so much of a name. */
const KEPT = 5;
const LONGEST_NAME = 200;
/** A kind of test that is done again and again. */
/** An access review by its number. */
const reviewName = ({ fields: { review } }: SnapshotRow): string =>
  typeof review === "number" ? `access review ${review}` : "an access review";

const everyTest = (kind: string, about: string): OfRegisters => ({
  unit: "hours",
  least: false,
  about,
  registers: ["tests"],
  shown: (register, at) =>
    newest(
      register("tests").filter((row) => isOpen(row) && textOf(row, "kind") === kind),
      "doneOn",
      ({ number }) => `TST-${number}`,
      at,
    ),
});

/**
 * By a check whose figure a policy may promise stricter: what shows the promised one. Whatever the numbers beside it are of, a promise is
 * contradicted only by what is surely meant: of something done by the clock its newest record, of something that takes time each record.
 */
export const measures: Readonly<Record<string, OfRegisters | OfAccounts | OfCollected>> = {
  "accounts.leavers-disabled": {
    unit: "hours",
    least: false,
    about: "after the last day",
    accounts: "left",
    promised: hoursWithin,
  },
  "review.done-this-quarter": {
    unit: "hours",
    least: false,
    about: "since the last review",
    registers: ["review-populations"],
    shown: (register, at) => newest(register("review-populations"), "closedAt", reviewName, at),
  },
  "review.removals-done": {
    unit: "hours",
    least: false,
    about: "from the decision until an account was still there",
    registers: ["review-populations", "review-rows", "review-sightings"],
    shown: (register) => {
      const reviews = new Map(register("review-populations").map((row) => [row.id, reviewName(row)]));
      const decided = new Map(
        register("review-rows").flatMap((row) => {
          const at = instantIn(row, "decidedAt");
          return textOf(row, "decision") === "remove" && at !== undefined ? [[row.id, { row, at }] as const] : [];
        }),
      );
      return register("review-sightings").flatMap((seen) => {
        const [own, at] = [decided.get(textOf(seen, "rowId") ?? ""), instantIn(seen, "at")];
        if (!own || at === undefined || seen.fields["present"] !== true || seen.withdrawn.length > 0) return [];
        const review = reviews.get(textOf(own.row, "populationId") ?? "") ?? "an access review";
        return [{ value: hoursBetween(own.at, at), of: review }];
      });
    },
  },
  // What a session, a screen or an alert of less than the highest severity is given may differ from what a sentence is of: they are not here.
  "auth.password-rules": {
    unit: "character",
    least: true,
    about: "",
    collected: {
      "okta.password-policy": ({ minLength }) => countOf(minLength),
      "gws.policy": ({ setting, value }) =>
        setting === "security.password" ? countOf((value as Data | null)?.["minimumLength"]) : undefined,
    },
  },
  "auth.keys-rotated": {
    unit: "hours",
    least: false,
    about: "since it was made",
    collected: {
      "aws.access_key": ({ active, createdOn }, at) => (active === true ? ageOf(createdOn, at) : undefined),
    },
  },
  "auth.no-secrets-in-code": {
    unit: "hours",
    least: false,
    about: "since it was found",
    collected: { "github.secret-alert": ({ openedAt }, at) => ageOf(openedAt, at) },
  },
  "logging.kept-a-year": {
    unit: "hours",
    least: true,
    about: "",
    // Without a number they are kept for good.
    collected: { "aws.log_group": ({ retentionDays }) => inHours(countOf(retentionDays)) },
  },
  "backup.recent": {
    unit: "hours",
    least: true,
    about: "",
    collected: {
      "aws.db_instance": ({ replica, backupDays }) => (replica === false ? inHours(countOf(backupDays)) : undefined),
    },
  },
  "oversight.review-within-quarter": {
    unit: "hours",
    least: false,
    about: "since the last meeting",
    registers: ["meetings"],
    shown: (register, at) =>
      newest(
        register("meetings").filter((row) => isOpen(row) && textOf(row, "kind") === "leadership"),
        "heldOn",
        ({ number }) => `MTG-${number}`,
        at,
      ),
  },
  "oversight.audit-within-year": everyTest("audit", "since the last audit"),
  "backup.restore-tested": everyTest("restore", "since the last restore"),
  "vulns.pentest-within-year": everyTest("pentest", "since the last penetration test"),
  "risk.assessed-within-year": {
    unit: "hours",
    least: false,
    about: "since it was rated",
    registers: ["risks"],
    shown: (register, at) =>
      register("risks")
        .filter(isOpen)
        .flatMap((row) => newest([row], "ratedOn", ({ number }) => `RSK-${number}`, at)),
  },
  "requests.on-time": {
    unit: "hours",
    least: false,
    about: "until the answer",
    registers: ["privacy-requests"],
    shown: (register, at) => taken(register("privacy-requests"), ["receivedOn", "closedOn"], "PRQ", at),
  },
  "monitoring.alerts-handled": {
    unit: "hours",
    least: false,
    about: "until somebody looked",
    registers: ["alerts"],
    shown: (register, at) => taken(register("alerts"), ["raisedAt", "acknowledgedAt"], "ALR", at),
  },
  "incident.notice-decided": {
    unit: "hours",
    least: false,
    about: "until it was decided",
    registers: ["incidents"],
    shown: (register) =>
      taken(
        register("incidents").filter((row) => textOf(row, "kind") === "incident"),
        ["discoveredAt", "noticeDecidedAt"],
        "INC",
      ),
  },
};

/** What the items of a run show of figures that a policy may promise: by check the worst few. */
export function collectedFigures(items: readonly Item[], at: Date): readonly KeptFigure[] {
  return Object.entries(measures).flatMap(([check, measure]) => {
    if (!("collected" in measure)) return [];
    const shown = items.flatMap(({ kind, subject, data }) => {
      const read = Object.hasOwn(measure.collected, kind) ? measure.collected[kind] : undefined;
      const value = read && typeof data === "object" && data !== null ? read(data as Data, at) : undefined;
      return value === undefined ? [] : [{ check, value, of: subject.label.slice(0, LONGEST_NAME) }];
    });
    return shown.toSorted((a, b) => (measure.least ? a.value - b.value : b.value - a.value)).slice(0, KEPT);
  });
}
