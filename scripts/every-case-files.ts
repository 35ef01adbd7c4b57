/**
 * Tests on a database that run by `npm run test:long -- every-case` and on the machine's own PostgreSQL by `-- local` alone, with what else
 * shows the same in `npm test`. From the project's folder.
 */
export const everyCaseFiles: Readonly<Record<string, string>> = {
  "src/server/demo/demo-sessions.db.test.ts": "A journey tries the demo, and other tests make its company.",
  "src/server/backup/backup-place.db.test.ts": "Backups are written and restored by backup.db.test.ts.",
  "src/server/backup/recover.db.test.ts": "The same, and what a lost store leaves by mend tests.",
  "src/server/backup/tampered-backups.db.test.ts": "Sealed backups have unit tests for each part of their format.",
};
