import { expect, test } from "vitest";
import { attentionOf } from "./installation-health.ts";
import type { InstallationFacts } from "./installation-health.ts";

const at = new Date("2026-11-21T12:00:00Z");
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const GB = 1024 ** 3;
const empty = { queue: "mail", label: "Mails", waiting: 0, failed: 0, dead: 0, oldest: null, attempts: 0 };
const well: InstallationFacts = {
  at,
  processes: [{ role: "all", version: "1" }],
  queues: [{ ...empty, waiting: 3, oldest: ago(9) }],
  lateConnections: 0,
  lateAfterMinutes: 120,
  unsignedLedgers: [],
  signs: true,
  clockAheadMs: 20,
  archiveFailsSince: null,
  folders: [],
  disk: { freeBytes: 50 * GB, totalBytes: 100 * GB },
  backup: { writtenAt: ago(60), goodAt: ago(60), testedAt: ago(60), fault: null, refused: null },
  unsignedSince: null,
  backupEveryMinutes: null,
  storage: [],
  unwritable: [],
  anchors: null,
  standbyFault: null,
  files: { damaged: 0, checkedAt: ago(60), since: ago(90) },
};
const message = (facts: Partial<InstallationFacts>) =>
  attentionOf({ ...well, ...facts }).map(({ sentence }) => sentence);

test("nothing is said while all is well", () => {
  expect(message({})).toEqual([]);
  expect(
    message({
      processes: [
        { role: "web", version: "1" },
        { role: "worker", version: "1" },
      ],
    }),
  ).toEqual([]);
  expect(message({ disk: null })).toEqual([]);
});

test("a place for files that refuses to be written to needs somebody", () => {
  expect(message({ unwritable: [{ geography: "us", reason: "the bucket has no room left" }] })).toEqual([
    "Files in US can't be stored: the bucket has no room left.",
  ]);
});

test("a place for anchors that is not itself needs somebody", () => {
  expect(message({ anchors: "it is empty, not mounted, or another one" })).toEqual([
    "The place for anchors can't be used: it is empty, not mounted, or another one. Nothing is signed and no bundle can be made.",
  ]);
});

test("a standby that is away needs somebody", () => {
  expect(message({ standbyFault: "it does not answer" })).toEqual([
    "The standby of the database is not used: it does not answer. The database itself answers every read.",
  ]);
});

test("a clock that is a minute off the database's needs somebody, and one that nobody compared does not", () => {
  const advice = "times that are kept may be wrong. Set both by NTP.";
  expect(message({ clockAheadMs: 60_000 })).toEqual([
    `A machine's clock is 1 minute ahead of the database's: ${advice}`,
  ]);
  expect(message({ clockAheadMs: -3_600_000 })).toEqual([
    `A machine's clock is 1 hour behind the database's: ${advice}`,
  ]);
  expect(message({ clockAheadMs: -59_999 })).toEqual([]);
  expect(message({ clockAheadMs: null })).toEqual([]);
});

test("O3: damaged files need somebody, and so does it when files were not checked for 30 days", () => {
  expect(message({ files: { damaged: 2, checkedAt: ago(1), since: ago(2) } })).toEqual([
    '2 stored files are damaged or missing. Run "npm run exhibit -- scrub status" to see which.',
  ]);
  const days = (count: number) => ago(count * 1_440);
  const unchecked = ["Stored files were not checked for 30 days."];
  expect(message({ files: { damaged: 0, checkedAt: days(31), since: days(45) } })).toEqual(unchecked);
  expect(message({ files: { damaged: 0, checkedAt: null, since: days(31) } })).toEqual(unchecked);
  expect(message({ files: { damaged: 0, checkedAt: days(29), since: days(43) } })).toEqual([]);
  expect(message({ files: { damaged: 0, checkedAt: null, since: null } })).toEqual([]);
});

test("a backup that is more than eight days old needs somebody", () => {
  const backup = { ...well.backup, writtenAt: ago(9 * 1_440), goodAt: ago(9 * 1_440) };
  expect(message({ backup })).toEqual(["No backup was written for 9 days."]);
});

test("a backup that lacks files, failed its trial or is gone is no backup", () => {
  const told = "newer ones lack files, failed their trial, or are gone from their place.";
  expect(message({ backup: { ...well.backup, goodAt: ago(9 * 1_440) } })).toEqual([
    `No whole backup was written for 9 days: ${told}`,
  ]);
  expect(message({ backup: { ...well.backup, goodAt: null } })).toEqual([
    `No whole backup was written that is still there: ${told}`,
  ]);
});

test("why no backup is written is said at once", () => {
  const refused = "/mnt/backups is empty or not mounted.";
  expect(message({ backup: { ...well.backup, refused } })).toEqual([`Backups are not written: ${refused}`]);
});

test("a log that is not archived needs somebody", () => {
  expect(message({ archiveFailsSince: at })).toEqual([
    "PostgreSQL fails to archive its log since 2026-11-21 12:00 (UTC): nothing since then can be brought back to a moment. Its log says why.",
  ]);
});

test("a ledger that waits for its signature needs somebody after five minutes", () => {
  expect(message({ unsignedSince: ago(5) })).toEqual([]);
  expect(message({ unsignedSince: ago(6) }).join()).toMatch(/^A ledger was not signed for 6 minutes: /);
});

test("what is done again and again is told when it fails again and again", () => {
  const deletions = { ...empty, queue: "deletions", label: "Company deletion" };
  expect(message({ queues: [{ ...deletions, attempts: 5 }] })).toEqual([]);
  expect(message({ queues: [{ ...deletions, attempts: 6 }] })).toEqual([
    "Company deletion: failed 6 times in a row, and is tried again. The log says at what.",
  ]);
  expect(message({ queues: [{ ...empty, attempts: 6 }] }), "what is given up is told when it is").toEqual([]);
});

test("O4: a place for files that cannot be used needs somebody", () => {
  expect(message({ storage: [{ geography: "eu", reason: "the disk answers EROFS" }] })).toEqual([
    "Files in EU can't be stored or read: the disk answers EROFS.",
  ]);
});

test("without a worker it is said what does not happen", () => {
  expect(message({ processes: [{ role: "web", version: "1" }] })).toEqual([
    "No worker runs: mails are not sent and nothing is collected.",
  ]);
});

test("a queue is said to stand still when its oldest waits for more than ten minutes", () => {
  const queues = [{ ...empty, waiting: 1, oldest: ago(11) }];
  expect(message({ queues })).toEqual(['The queue "Mails" stands still: 1 waits, the oldest for 11 minutes.']);
  expect(message({ queues: [{ ...empty, waiting: 2, oldest: ago(16_582) }] })).toEqual([
    'The queue "Mails" stands still: 2 wait, the oldest for 11 days 12 hours.',
  ]);
});

test("what failed for good needs somebody, unless it failed at a receiver of webhooks or at a vendor", () => {
  const queues = [
    { ...empty, failed: 2 },
    { ...empty, queue: "webhooks", label: "Webhook deliveries", failed: 9 },
    { ...empty, queue: "collections", label: "Collections", failed: 4, dead: 1 },
  ];
  expect(message({ queues })).toEqual(["Mails: 2 failed for good.", "Collections: 1 failed for good."]);
});

test.each([
  ["two gigabytes", { freeBytes: 1.9 * GB, totalBytes: 10 * GB }, "1.9"],
  ["a twentieth", { freeBytes: 40 * GB, totalBytes: 1_000 * GB }, "40.0"],
])("a disk is nearly full with less than %s left", (_, disk, left) => {
  expect(message({ disk })).toEqual([`The disk is nearly full: ${left} GB are left.`]);
});

test("a disk of files that is nearly full is told by its folder, and once where it is the same", () => {
  const full = { freeBytes: GB, totalBytes: 100 * GB };
  const [files, backups] = [
    { ...full, folder: "/srv/us" },
    { ...full, folder: "/mnt/backups", freeBytes: 0.5 * GB },
  ];
  const spacious = { ...files, freeBytes: 50 * GB };
  expect(message({ folders: [files] })).toEqual(["The disk of /srv/us is nearly full: 1.0 GB are left."]);
  expect(message({ folders: [files], disk: full })).toEqual(["The disk is nearly full: 1.0 GB are left."]);
  expect(message({ folders: [spacious] })).toEqual([]);
  expect(message({ folders: [spacious, files, backups] })).toEqual([
    "The disk of /mnt/backups is nearly full: 0.5 GB are left.",
  ]);
  // A small disk that is half full has less room than a large one that is nearly full by its size.
  const small = { folder: "/mnt/anchors", freeBytes: 1 * GB, totalBytes: 2 * GB };
  expect(message({ folders: [{ ...spacious, freeBytes: 40 * GB }, small] })).toEqual([
    "The disk of /mnt/anchors is nearly full: 1.0 GB are left.",
  ]);
});

test("connections that were not read, and processes of several versions, are counted", () => {
  expect(message({ lateConnections: 1 })).toEqual(["1 connection was not read for 2 hours."]);
  expect(message({ lateConnections: 2, lateAfterMinutes: 30 })).toEqual([
    "2 connections were not read for 30 minutes.",
  ]);
  const processes = [
    { role: "all", version: "1" },
    { role: "web", version: "2" },
  ];
  expect(message({ processes })).toEqual(["Processes of 2 versions run at the same time."]);
});

test("a self-test of a backup that failed is said, and one that was not done for ten days", () => {
  expect(message({ backup: { ...well.backup, fault: "The file is damaged." } })).toEqual([
    "The last self-test of a backup failed: The file is damaged.",
  ]);
  expect(message({ backup: { ...well.backup, testedAt: ago(10 * 1_440) } })).toEqual([]);
  expect(message({ backup: { ...well.backup, testedAt: ago(11 * 1_440) } })).toEqual([
    "No backup was tested for 11 days.",
  ]);
  expect(message({ backup: { ...well.backup, writtenAt: null, goodAt: null, testedAt: null } })).toEqual([]);
  expect(message({ backup: { ...well.backup, testedAt: null } })).toEqual([]);
});

test("a ledger that is not signed needs somebody, with the reason and what to do", () => {
  expect(
    message({
      unsignedLedgers: [
        { failure: "anchor-lost", ledgers: 1 },
        { failure: "ledger-forked", ledgers: 2 },
      ],
    }),
  ).toEqual([
    '1 ledger is not signed: the record of what was signed last is missing or damaged. Run "npm run exhibit -- ledger status" to see which, and what to do.',
    '2 ledgers are not signed: what it holds does not continue what was signed last. Run "npm run exhibit -- ledger status" to see which, and what to do.',
  ]);
});

test("S12: that no signer runs is said", () => {
  expect(message({ signs: false })).toEqual([
    "No signer runs: no ledger is signed and no bundle can be made. A worker starts one.",
  ]);
});

test("a backup is late by its own schedule, and one that never was needs somebody", () => {
  const backup = { ...well.backup, writtenAt: null, goodAt: null, testedAt: null };
  expect(message({ backup }), "nobody asked for any").toEqual([]);
  expect(message({ backup, backupEveryMinutes: 60 })).toEqual([
    expect.stringMatching(/^No backup was written yet, and one is due every 1 hour\./),
  ]);
  const written = (minutes: number) => ({ ...well.backup, writtenAt: ago(minutes), goodAt: ago(minutes) });
  expect(message({ backup: written(135), backupEveryMinutes: 60 })).toEqual([]);
  expect(message({ backup: written(136), backupEveryMinutes: 60 })).toEqual([
    expect.stringMatching(/^No backup was written for 2 hours/),
  ]);
  expect(message({ backup: written(136), backupEveryMinutes: 1_440 })).toEqual([]);
});
