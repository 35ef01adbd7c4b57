import * as z from "zod";
import { setting, wholeNumber } from "../setting.ts";
import { PLACE, storageUrl } from "./storage-setting.ts";

/** Where backups are written, and how often. */
export const backupSettings = {
  BACKUP_KEY_FILE: setting({
    fallback: "`DATA_DIR/backup.key`",
    meaning: "what encrypts and signs backups, written by `npm run exhibit -- backup-key`; it opens none",
    schema: z.string(),
    must: "be a file",
  }),
  BACKUP_FOLDER: setting({
    fallback: "none: backups are written by command alone",
    meaning: "a folder, on another disk, into which workers write backups; the newest seven stay, keys at most 35 days",
    schema: z.string(),
    must: "be a folder",
  }),
  BACKUP_URL: setting({
    fallback: "none",
    meaning:
      "a place, `file:///…` or `s3://…` as above, into which workers write backups that share their files: each is copied once; see [backups](docs/operations/backup-and-restore.md#backups-that-share-their-files)",
    schema: storageUrl,
    must: PLACE,
    confidential: true,
  }),
  BACKUP_EVERY_MINUTES: setting({
    fallback: "`60`",
    meaning: "how often a backup is written into `BACKUP_URL`",
    schema: wholeNumber(5, 10_080),
    must: "be a whole number between 5 and 10080",
  }),
  BACKUP_EVERY_HOURS: setting({
    fallback: "`24`",
    meaning: "how often a backup is written into `BACKUP_FOLDER`",
    schema: wholeNumber(1, 720),
    must: "be a whole number between 1 and 720",
  }),
};
