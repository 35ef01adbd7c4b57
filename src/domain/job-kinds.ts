/** How one kind of background work is done. */
export interface JobKind {
  /** What operators read. */
  readonly label: string;
  /** How many of them one process works on at once. */
  readonly atOnce: number;
  /** How many of one company are worked on at once, by all processes together; without it, as many as there is room for. */
  readonly perCompany?: number;
  /** So many of a process's places are only for companies that have none under way. */
  readonly reserved?: number;
  /** After so long without a sign of life a job is given to another process. A worker gives a sign three times in it. */
  readonly leaseSeconds: number;
  /** How often a job is tried before it waits for an operator. */
  readonly attempts: number;
  /** How long to wait after the first failure, in seconds; each further wait is twice as long, up to the most. */
  readonly backOff: { readonly first: number; readonly most: number };
  /** Done again and again, so many seconds after the last time: one job for the whole installation. */
  readonly everySeconds?: number;
}

const HOUR = 3_600;
/** Mails are written in the database: what fails there is tried again soon, and is a fault of ours. */
const telling = { atOnce: 2, leaseSeconds: 60, attempts: 8, backOff: { first: 30, most: HOUR } } as const;
/** What is tried for as long as it takes. */
const scheduled = { atOnce: 1, leaseSeconds: 120, attempts: Number.MAX_SAFE_INTEGER } as const;

/**
 * Every kind of background work, the most urgent first. The database makes jobs of these kinds by triggers; a test holds the two
 * together.
 */
export const jobKinds = {
  links: { label: "Sign-in links", atOnce: 1, leaseSeconds: 60, attempts: 8, backOff: { first: 10, most: 600 } },
  // Eight tries in about four hours. The lease is longer than any send may take.
  mail: { label: "Mails", atOnce: 1, leaseSeconds: 120, attempts: 8, backOff: { first: 120, most: 8 * HOUR } },
  linking: {
    label: "New connections",
    atOnce: 4,
    perCompany: 2,
    leaseSeconds: 180,
    attempts: 5,
    backOff: { first: 30, most: 600 },
  },
  // A delivery has a schedule of its own, which people see; what fails here is a fault of ours.
  webhooks: {
    label: "Webhook deliveries",
    atOnce: 4,
    reserved: 1,
    leaseSeconds: 30,
    attempts: 20,
    backOff: { first: 30, most: HOUR },
  },
  standings: {
    label: "Control status",
    atOnce: 2,
    leaseSeconds: 60,
    attempts: 20,
    backOff: { first: 60, most: HOUR },
  },
  feed: { label: "Ledger events", atOnce: 2, leaseSeconds: 60, attempts: 20, backOff: { first: 10, most: HOUR } },
  incidents: { label: "Control alerts", ...telling },
  incidentMails: { label: "Control alert mails", ...telling },
  limits: { label: "Limit notices", ...telling },
  rights: { label: "Access change notices", ...telling },
  alerts: { label: "Alert mails", ...telling },
  attention: { label: "Connection notices", ...telling },
  reminders: { label: "Message reminders", ...telling },
  imports: {
    label: "Report imports",
    atOnce: 3,
    perCompany: 1,
    leaseSeconds: 120,
    attempts: 10,
    backOff: { first: 5, most: HOUR },
  },
  // Runs wait for vendors most of the time. A run ends by itself after three tries or 45 minutes.
  collections: {
    label: "Collections",
    atOnce: 12,
    reserved: 3,
    leaseSeconds: 120,
    attempts: 10,
    backOff: { first: 30, most: HOUR },
  },
  registers: {
    label: "Register snapshots",
    atOnce: 2,
    leaseSeconds: 120,
    attempts: 10,
    backOff: { first: 10, most: HOUR },
  },
  // A vendor that does not answer is asked again for a day.
  revoking: {
    label: "Access to revoke",
    atOnce: 2,
    leaseSeconds: 60,
    attempts: 144,
    backOff: { first: 600, most: 600 },
  },
  // A store that does not answer is asked again for a day. The key is gone before, so that what waits opens for nobody.
  erasures: {
    label: "Files to erase",
    atOnce: 2,
    leaseSeconds: 60,
    attempts: 144,
    backOff: { first: 30, most: 600 },
  },
  plans: { label: "Collection schedule", ...scheduled, backOff: { first: 30, most: 60 }, everySeconds: 30 },
  checkpoints: { label: "Ledger signing", ...scheduled, backOff: { first: 60, most: 60 }, everySeconds: 60 },
  deletions: { label: "Company deletion", ...scheduled, backOff: { first: 60, most: 600 }, everySeconds: 60 },
  custodians: { label: "Legal hold notices", ...scheduled, backOff: { first: 60, most: HOUR }, everySeconds: 300 },
  staffReminders: { label: "Staff reminders", ...scheduled, backOff: { first: 60, most: HOUR }, everySeconds: HOUR },
  taskDigests: { label: "Weekly task emails", ...scheduled, backOff: { first: 60, most: HOUR }, everySeconds: 600 },
  noticeMails: { label: "Incident notice emails", ...scheduled, backOff: { first: 60, most: HOUR }, everySeconds: 600 },
  vendorBundles: { label: "Vendor bundles", ...scheduled, backOff: { first: 60, most: HOUR }, everySeconds: 30 },
  operatorNotices: { label: "Operator emails", ...scheduled, backOff: { first: 60, most: 600 }, everySeconds: 60 },
  demo: { label: "Demo cleanup", ...scheduled, backOff: { first: 60, most: 600 }, everySeconds: 60 },
  uploads: { label: "Upload cleanup", ...scheduled, backOff: { first: 600, most: 600 }, everySeconds: 600 },
  cleaning: { label: "Cleanup", ...scheduled, backOff: { first: 600, most: HOUR }, everySeconds: HOUR },
} as const satisfies Readonly<Record<string, JobKind>>;

export type JobKindName = keyof typeof jobKinds;

/** The names, the most urgent first. */
export const jobKindNames = Object.keys(jobKinds) as JobKindName[];

/** A kind's facts by its name. */
export const jobKindOf = (name: JobKindName): JobKind => jobKinds[name];

/** What operators read for a name, also one that this version does not know. */
export const labelOfJob = (name: string): string => (name in jobKinds ? jobKindOf(name as JobKindName).label : name);

/**
 * How many seconds after its failure a job is tried again, when it was tried so often; undefined when it was tried often enough.
 * `chance`, from 0 to 1, takes up to a fifth off, so that jobs that failed together are not tried together.
 */
export function waitAfterFailure(kind: JobKind, attempts: number, chance: number): number | undefined {
  if (attempts >= kind.attempts) return undefined;
  const { first, most } = kind.backOff;
  return Math.min(most, first * 2 ** Math.min(attempts - 1, 40)) * (1 - chance / 5);
}
