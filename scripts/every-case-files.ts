import { everyCase } from "../tests/support/every-case.ts";

/**
 * Tests on a database that run by `npm run test:long -- every-case` and on the machine's own PostgreSQL by `-- local` alone, with what else
 * shows the same in `npm test`. From the project's folder.
 */
const everyCaseFiles: Readonly<Record<string, string>> = {
  "src/server/demo/demo-sessions.db.test.ts": "A journey tries the demo, and other tests make its company.",
  "src/server/backup/backup-place.db.test.ts": "Backups are written and restored by backup.db.test.ts.",
  "src/server/backup/recover.db.test.ts": "The same: a backup is restored there into an empty installation.",
};

/** Those that are left out of this run. */
export const leftOut: readonly string[] = everyCase ? [] : Object.keys(everyCaseFiles);
