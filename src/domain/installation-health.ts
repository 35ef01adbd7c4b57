import { sayFullDisk } from "./full-disk.ts";
import type { Room } from "./full-disk.ts";
import { jobKindNames, jobKindOf } from "./job-kinds.ts";
import type { JobKindName } from "./job-kinds.ts";
import { SCRUBBED_WITHIN_MS } from "./scrub-schedule.ts";
import { sayClock } from "./say-clock.ts";
import { sayMinutes } from "./setup-clock.ts";

/** What is known of an installation when somebody looks at its health. */
export interface InstallationFacts {
  readonly at: Date;
  readonly processes: readonly { readonly role: string; readonly version: string }[];
  readonly queues: readonly {
    readonly queue: string;
    /** What operators call it. */
    readonly label: string;
    readonly waiting: number;
    /** What ended badly in the last day where its people see it. */
    readonly failed: number;
    /** Jobs that were given up. */
    readonly dead: number;
    readonly oldest: Date | null;
    /** How often the work that was begun most often was begun without success. */
    readonly attempts: number;
  }[];
  readonly lateConnections: number;
  /** After how many minutes without being read a connection is late. */
  readonly lateAfterMinutes: number;
  readonly disk: Room | null;
  /** The same of each other folder that files, anchors or backups lie in. */
  readonly folders: readonly (Room & { readonly folder: string })[];
  /** By how many milliseconds this machine's clock is ahead of the database's; null where nobody compared them. */
  readonly clockAheadMs: number | null;
  readonly backup: {
    /** Of the newest; null where none was written. */
    readonly writtenAt: Date | null;
    /** Of the newest that is whole, is still there, and failed no trial. */
    readonly goodAt: Date | null;
    readonly testedAt: Date | null;
    /** How the last self-test failed. */
    readonly fault: string | null;
    /** Why the last look at the place for backups ended badly. */
    readonly refused: string | null;
  };
  /** How often a backup is written unasked, in minutes; null where none is. */
  readonly backupEveryMinutes: number | null;
  /** Since when PostgreSQL has not archived its log and failed at it; null where it does, or is not asked to. */
  readonly archiveFailsSince: Date | null;
  /** Places for files that cannot be used now, and why. */
  readonly storage: readonly { readonly geography: string; readonly reason: string }[];
  /** Places for files that can be read and refused the last write, and why. */
  readonly unwritable: readonly { readonly geography: string; readonly reason: string }[];
  /** Why the place for anchors cannot be used; null where it can. */
  readonly anchors: string | null;
  /** Why the standby of the database answers no reads; null where it does, or where there is none. */
  readonly standbyFault: string | null;
  /** Checking of stored files: what is damaged, when the last whole round ended, and until then, since when there is something to check. */
  readonly files: { readonly damaged: number; readonly checkedAt: Date | null; readonly since: Date | null };
  /** Since when the ledger that waits longest is not signed; null where none waits. */
  readonly unsignedSince: Date | null;
  /** Whether a signer runs. */
  readonly signs: boolean;
  /** Ledgers that are not signed, by the name of the failure. */
  readonly unsignedLedgers: readonly { readonly failure: string; readonly ledgers: number }[];
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The self-test is weekly; it has a few days to succeed again. */
const TESTED_WITHIN_MS = 10 * DAY;
/** Who writes a backup by hand each week has a day more. */
const WRITTEN_WITHIN_MS = 8 * DAY;
/** What is due is looked for every five minutes, and takes its time; one that fails is tried again. */
const LATE_BY_MS = 15 * MINUTE;
/** Signing takes seconds, and a signer that ended is started again. */
const SIGNED_WITHIN_MS = 5 * MINUTE;
/** What is done again and again is never given up: so often in a row it fails by itself alone. */
const TRIES = 5;
/** Longer than any queue takes that is worked on. */
const WAITS_MS = 10 * MINUTE;
/** What fails there fails at somebody else's, who is told by themselves. */
const othersFault: ReadonlySet<string> = new Set(["webhooks", "collections"]);
/** More than the way to the database takes, and less than anybody's hour, day or deadline is wrong by. */
const CLOCK_OFF_MS = MINUTE;

/** Something that needs an operator. The key stays the same while its figures change. */
export interface Attention {
  readonly key: string;
  readonly sentence: string;
}

/** What needs somebody, one sentence each and the most urgent first; nothing when all is well. */
export function attentionOf({
  at,
  processes,
  queues,
  lateConnections,
  lateAfterMinutes,
  disk,
  folders,
  clockAheadMs,
  archiveFailsSince,
  backup,
  backupEveryMinutes: every,
  files,
  storage,
  unwritable,
  anchors,
  standbyFault,
  unsignedLedgers,
  unsignedSince,
  signs,
}: InstallationFacts): Attention[] {
  const works = processes.some(({ role }) => role === "all" || role === "worker");
  const versions = new Set(processes.map(({ version }) => version));
  const slow = queues.filter(
    ({ waiting, oldest }) => waiting > 0 && oldest && at.getTime() - oldest.getTime() > WAITS_MS,
  );
  const failed = queues
    .map((queue) => ({ ...queue, count: queue.dead + (othersFault.has(queue.queue) ? 0 : queue.failed) }))
    .filter(({ count }) => count > 0);
  const stuck = queues.filter(
    ({ queue, attempts }) => isJobKind(queue) && jobKindOf(queue).everySeconds !== undefined && attempts > TRIES,
  );
  const on = (isSo: unknown, key: string, sentence: () => string) => (isSo ? [{ key, sentence: sentence() }] : []);
  return [
    ...on(
      processes.length > 0 && !works,
      "worker",
      () => "No worker runs: mails are not sent and nothing is collected.",
    ),
    ...on(
      !signs,
      "signer",
      () => "No signer runs: no ledger is signed and no bundle can be made. A worker starts one.",
    ),
    ...storage.map(({ geography, reason }) => ({
      key: `storage ${geography}`,
      sentence: `Files in ${geography.toUpperCase()} can't be stored or read: ${reason}.`,
    })),
    ...unwritable.map(({ geography, reason }) => ({
      key: `writes ${geography}`,
      sentence: `Files in ${geography.toUpperCase()} can't be stored: ${reason}.`,
    })),
    ...on(
      anchors,
      "anchors",
      () => `The place for anchors can't be used: ${anchors}. Nothing is signed and no bundle can be made.`,
    ),
    ...unsignedLedgers.map((stop) => ({ key: `unsigned ${stop.failure}`, sentence: sayUnsigned(stop) })),
    ...on(
      signs &&
        unsignedLedgers.length === 0 &&
        unsignedSince &&
        at.getTime() - unsignedSince.getTime() > SIGNED_WITHIN_MS,
      "unsigned waiting",
      () =>
        `A ledger was not signed for ${sayMinutes(minutes(at, unsignedSince!))}: the signer or the place for anchors fails, and no bundle can be made. The log of the signer says at what.`,
    ),
    ...on(
      standbyFault,
      "standby",
      () => `The standby of the database is not used: ${standbyFault}. The database itself answers every read.`,
    ),
    ...sayFullDisk(disk, folders).map((sentence) => ({ key: "disk", sentence })),
    ...on(clockAheadMs !== null && Math.abs(clockAheadMs) >= CLOCK_OFF_MS, "clock", () => sayClock(clockAheadMs!)),
    ...on(files.damaged > 0, "damaged files", () => sayDamagedFiles(files.damaged)),
    ...on(isUnchecked(at, files), "scrub", () => "Stored files were not checked for 30 days."),
    ...on(backup.fault, "backup fault", () => `The last self-test of a backup failed: ${backup.fault}`),
    ...on(backup.refused, "backup place", () => `Backups are not written: ${backup.refused}`),
    ...on(
      every !== null && backup.writtenAt === null,
      "backup late",
      () =>
        `No backup was written yet, and one is due every ${sayMinutes(every!)}. Without a backup key there is none: "npm run exhibit -- backup-key FILE".`,
    ),
    ...on(
      backup.writtenAt && (!backup.goodAt || at.getTime() - backup.goodAt.getTime() > writtenWithin(every)),
      "backup late",
      () => sayLateBackup(at, backup),
    ),
    ...on(
      backup.testedAt && at.getTime() - backup.testedAt.getTime() > TESTED_WITHIN_MS,
      "backup test",
      () => `No backup was tested for ${Math.floor((at.getTime() - backup.testedAt!.getTime()) / DAY)} days.`,
    ),
    ...on(
      archiveFailsSince,
      "archive",
      () =>
        `PostgreSQL fails to archive its log since ${archiveFailsSince!.toISOString().slice(0, 16).replace("T", " ")} (UTC): nothing since then can be brought back to a moment. Its log says why.`,
    ),
    ...slow.map(({ queue, label, waiting, oldest }) => ({
      key: `slow ${queue}`,
      sentence: `The queue "${label}" stands still: ${waiting} ${waiting === 1 ? "waits" : "wait"}, the oldest for ${sayMinutes(minutes(at, oldest!))}.`,
    })),
    ...failed.map(({ queue, label, count }) => ({
      key: `failed ${queue}`,
      sentence: `${label}: ${count} failed for good.`,
    })),
    ...stuck.map(({ queue, label, attempts }) => ({
      key: `retrying ${queue}`,
      sentence: `${label}: failed ${attempts} times in a row, and is tried again. The log says at what.`,
    })),
    ...on(
      lateConnections > 0,
      "collection",
      () =>
        `${lateConnections} ${lateConnections === 1 ? "connection was" : "connections were"} not read for ${sayMinutes(lateAfterMinutes)}.`,
    ),
    ...on(versions.size > 1, "versions", () => `Processes of ${versions.size} versions run at the same time.`),
  ];
}

/** How many ledgers are not signed for one reason, why, and how to find out which. */
export function sayUnsigned({ failure, ledgers }: { readonly failure: string; readonly ledgers: number }): string {
  const why =
    failure === "anchor-lost"
      ? "the record of what was signed last is missing or damaged"
      : "what it holds does not continue what was signed last";
  const what = ledgers === 1 ? "1 ledger is not signed" : `${ledgers} ledgers are not signed`;
  return `${what}: ${why}. Run "npm run exhibit -- ledger status" to see which, and what to do.`;
}

/** How many stored files are damaged, and how to find out which. */
export function sayDamagedFiles(damaged: number): string {
  const what = damaged === 1 ? "1 stored file is" : `${damaged} stored files are`;
  return `${what} damaged or missing. Run "npm run exhibit -- scrub status" to see which.`;
}

/** What was noted by a clock that was ahead says nothing. */
function isUnchecked(at: Date, { checkedAt, since }: InstallationFacts["files"]): boolean {
  const from = checkedAt && checkedAt <= at ? checkedAt : since;
  return from !== null && at.getTime() - from.getTime() > SCRUBBED_WITHIN_MS;
}

function sayLateBackup(at: Date, { writtenAt, goodAt }: InstallationFacts["backup"]): string {
  if (goodAt && writtenAt && goodAt.getTime() === writtenAt.getTime())
    return `No backup was written for ${sayLong(minutes(at, goodAt))}.`;
  const since = goodAt ? `for ${sayLong(minutes(at, goodAt))}` : "that is still there";
  return `No whole backup was written ${since}: newer ones lack files, failed their trial, or are gone from their place.`;
}

const writtenWithin = (every: number | null) =>
  every === null ? WRITTEN_WITHIN_MS : Math.min(WRITTEN_WITHIN_MS, 2 * every * MINUTE + LATE_BY_MS);
const sayLong = (minutes: number) => (minutes < 2_880 ? sayMinutes(minutes) : `${Math.floor(minutes / 1_440)} days`);
const minutes = (at: Date, since: Date) => Math.floor((at.getTime() - since.getTime()) / MINUTE);
const isJobKind = (name: string): name is JobKindName => jobKindNames.some((known) => known === name);
