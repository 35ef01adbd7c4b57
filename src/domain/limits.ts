/** The plans a company can be on, from what costs nothing to the largest. */
export const planKeys = ["early-access", "starter", "growth", "scale", "enterprise"] as const;
export type PlanKey = (typeof planKeys)[number];

/** How much a plan allows of one thing; null where it sets no limit. */
type Amounts = Readonly<Record<PlanKey, number | null>>;

/**
 * One limit. `holds`: what is there at once, or what is added in an hour or a day by the clock (UTC); then the count starts again.
 * What is there is counted in its rows, or in a counter beside them where there may be millions.
 */
export interface Limit {
  /** What is counted, as a title. */
  readonly name: string;
  /** What is counted, inside a sentence and in the plural. */
  readonly words: string;
  readonly unit: "number" | "bytes";
  readonly holds: "at once" | "each hour" | "each day";
  readonly amounts: Amounts;
  /** How to make room, where one can. */
  readonly advice?: string;
  /** Who is counted, where it is not the whole company. */
  readonly note?: string;
  /** True where it is left out of what people are shown, because nobody meets it in daily work. */
  readonly quiet?: true;
  /** True where nobody is told that it is nearly reached: it frees itself, or its own page says so. */
  readonly untold?: true;
}

const MB = 1024 ** 2;
const GB = 1024 ** 3;

const amounts = (
  earlyAccess: number | null,
  starter: number | null,
  growth: number | null,
  scale: number | null,
  enterprise: number | null,
): Amounts => ({ "early-access": earlyAccess, starter, growth, scale, enterprise });
const same = (amount: number): Amounts => amounts(amount, amount, amount, amount, amount);

const limit = (
  name: string,
  words: string,
  holds: Limit["holds"],
  counted: Amounts,
  more: Pick<Limit, "advice" | "note" | "quiet" | "untold"> & { readonly unit?: "bytes" } = {},
): Limit => ({ name, words, holds, amounts: counted, unit: "number", ...more });

/**
 * Everything a company can have or make, and how much of it: the only table of limits. The database is given it whenever it is
 * migrated and holds it for everybody: page, API, programs, pipelines and workers (`app.limits`). Settings, the price list, the API
 * and docs/limits.md show it.
 */
export const limits = {
  users: limit("Users", "users", "at once", amounts(100, 5, 20, 100, null), {
    advice: "Remove someone or cancel an invitation.",
    untold: true,
  }),
  frameworks: limit("Frameworks", "frameworks", "at once", amounts(null, 3, 5, null, null), {
    advice: "Archive the projects of another one.",
    untold: true,
  }),
  bytes: limit("Stored evidence", "stored evidence", "at once", amounts(10 * GB, 25 * GB, 100 * GB, 500 * GB, null), {
    unit: "bytes",
    note: "Files on their way count as well.",
  }),
  items: limit("Evidence items", "evidence items", "at once", amounts(50_000, 100_000, 500_000, 2_000_000, null)),
  findings: limit(
    "Findings of reports",
    "findings of reports",
    "at once",
    amounts(1_000_000, 2_000_000, 10_000_000, 50_000_000, null),
  ),
  sent: limit("Files sent", "files sent", "each hour", amounts(300 * MB, 1 * GB, 4 * GB, 16 * GB, 64 * GB), {
    unit: "bytes",
    note: "By people and programs. Data from connections does not count.",
  }),
  entries: limit(
    "Changes on the record",
    "changes on the record",
    "each day",
    amounts(10_000, 20_000, 50_000, 200_000, 1_000_000),
    { note: "By people and programs. Actions that end access always work." },
  ),
  records: limit(
    "Changed records",
    "changed records",
    "each day",
    amounts(20_000, 50_000, 100_000, 400_000, 2_000_000),
    { note: "Of registers. Each row of an imported file counts." },
  ),
  collected: limit(
    "Collected entries",
    "collected entries",
    "each day",
    amounts(20_000, 20_000, 50_000, 200_000, 1_000_000),
    { note: "By connections. They have their own limit, so other uploads cannot block collection." },
  ),
  looks: limit("Looks of auditors", "looks of auditors", "each day", amounts(20_000, 20_000, 20_000, 50_000, 200_000), {
    quiet: true,
  }),
  exportsAtOnce: limit("Exports under way", "exports under way", "at once", amounts(5, 5, 5, 10, 20), {
    advice: "Download one, or cancel it.",
    untold: true,
  }),
  exports: limit("Exports", "exports", "each day", amounts(50, 50, 100, 400, 2_000)),
  importsAtOnce: limit("Imports under way", "imports under way", "at once", amounts(20, 20, 40, 100, 400), {
    advice: "Wait until one has ended.",
    untold: true,
  }),
  imports: limit("Imports", "imports", "each hour", amounts(120, 120, 300, 1_200, 6_000)),
  notes: limit("Notes and comments", "notes and comments", "each hour", amounts(120, 200, 400, 1_000, 5_000)),
  invitations: limit("Invitations", "invitations", "each day", amounts(50, 50, 100, 300, 2_000)),
  projects: limit("Projects", "projects", "at once", amounts(100, 50, 100, 500, 5_000), {
    note: "Archived ones count as well.",
  }),
  matters: limit("Matters", "matters", "at once", amounts(500, 500, 2_000, 10_000, 50_000), {
    note: "Closed ones count as well.",
  }),
  auditors: limit("Auditors", "auditors", "at once", amounts(10, 10, 25, 100, 1_000), {
    advice: "End the access of one, or cancel an invitation.",
  }),
  connections: limit("Connections", "connections", "at once", amounts(50, 25, 50, 200, 2_000), {
    advice: "Disconnect one that is not needed.",
  }),
  systems: limit("Systems", "systems", "at once", amounts(500, 500, 500, 1_000, 5_000), {
    advice: "Remove one that was added by mistake.",
  }),
  collections: limit("Collections asked for", "collections asked for", "each hour", same(60), { quiet: true }),
  links: limit("Attempts to connect", "attempts to connect", "each hour", same(60), { quiet: true }),
  apiTokens: limit("API tokens", "live API tokens", "at once", same(25), { advice: "Revoke one that is not needed." }),
  webhooks: limit("Webhooks", "webhooks", "at once", same(10), { advice: "Remove one that is not needed." }),
  webhookTests: limit("Webhook tests", "webhook tests", "each hour", same(60), { quiet: true }),
  pipelines: limit("Trusted pipelines", "trusted pipelines", "at once", same(50), {
    advice: "Remove one you no longer use.",
  }),
  mappings: limit("CSV mappings", "CSV mappings", "at once", same(100), { advice: "Remove one you no longer use." }),
} as const satisfies Record<string, Limit>;

export type LimitKey = keyof typeof limits;
export const limitKeys = Object.keys(limits) as readonly LimitKey[];

/** How many companies one account may own, by its platform role; who is a mere user founds none. Those that are closed do not count. */
export const ownedCompanies = { manager: 20, admin: 200 } as const;

/** How much a plan allows of one thing; null without a limit. A plan that is not known counts as early access. */
export function limitOf(key: LimitKey, plan: string): number | null {
  const of: Amounts = limits[key].amounts;
  return of[plan as PlanKey] === undefined ? of["early-access"] : of[plan as PlanKey];
}

/** How full a limit is told to be: at four fifths, and when nothing is left. */
export function fullness(used: number, most: number | null): 0 | 80 | 100 {
  if (most === null || used * 5 < most * 4) return 0;
  return used >= most ? 100 : 80;
}
