import * as z from "zod";
import { purposes } from "../keys/keys.ts";

/** Written and read by this version. */
export const BACKUP_FORMAT = "exhibit-backup/2";
export const KEYS_FORMAT = "exhibit-backup-keys/2";
/** Of the last release: neither encrypted nor authenticated. */
export const PLAIN_FORMAT = "exhibit-backup/1";

/** Days that a backup of keys lives: within them, what was erased is out of reach of every backup. */
export const KEYS_LIVE_DAYS = 35;

const count = z.number().int().nonnegative();
const ledger = z.strictObject({ company: z.uuid(), root: z.string(), size: count });

/** A key as the installation's vault held it: wrapped by SECRET_KEY. */
const vaultKey = z.strictObject({ purpose: z.enum(purposes), version: count, wrapped: z.base64() });
export type VaultKey = z.output<typeof vaultKey>;

/**
 * Bytes that a description may have, or a list of wrapped keys: they are held in memory before anything shows who wrote them.
 * Room for one and a half million sealed files.
 */
export const LARGEST_DESCRIPTION = 384 * 1024 * 1024;
/** The same of a signature. */
export const LARGEST_SIGNATURE = 1_024;

/** What a backup says of itself, in `backup.json`. `files` lists everything else that it holds, in order. */
export const description = z.strictObject({
  backup: z.literal(BACKUP_FORMAT),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Every company in it, with the version of the company's key that its rows are sealed under. */
  companies: z.array(z.strictObject({ id: z.uuid(), keyVersion: count })),
  /** A sealed file of evidence names its company. */
  files: z.array(z.strictObject({ path: z.string(), sha256: z.string(), size: count, company: z.uuid().optional() })),
  /** Sealed files that lie beside the backup, under `files/NAME`; backups of one place share them. */
  apart: z
    .array(z.strictObject({ path: z.string(), name: z.string().regex(/^[0-9a-f]{64}$/), company: z.uuid() }))
    .optional(),
  /** Sealed files that it should hold and lacks, because they were missing or damaged when it was written. */
  lacks: z.array(z.strictObject({ path: z.string(), damage: z.string(), company: z.uuid() })).optional(),
  ledgers: z.array(ledger),
  migrations: z.array(z.string()),
  /** The fingerprint of the schema that wrote it; missing in backups of before, and where nobody could tell. */
  schema: z.string().optional(),
  secretKey: z.string(),
  /** `columns` in the order of their rows; sealed ones begin with the company. */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), sealed: z.boolean() })),
  /** What opens wrapped values in the tables. */
  vault: z.array(vaultKey),
});
export type Description = z.output<typeof description>;

/** Its bytes; fails where no restore would read them. */
export function describedIn(about: Description, largest = LARGEST_DESCRIPTION): Buffer {
  const bytes = Buffer.from(JSON.stringify(about));
  if (bytes.length > largest)
    throw new Error(
      `The backup's list of files has ${bytes.length} bytes, more than ${largest}; no backup was written.`,
    );
  return bytes;
}

/** The same of the last release. */
export const plainDescription = z.strictObject({
  backup: z.literal(PLAIN_FORMAT),
  createdAt: z.iso.datetime(),
  files: z.array(z.strictObject({ path: z.string(), sha256: z.string(), size: count })),
  ledgers: z.array(ledger),
  migrations: z.array(z.string()),
  secretKey: z.string(),
});

/** A row of `app.company_keys`, as PostgreSQL writes it in JSON. */
export const companyKeyRow = z.looseObject({ company_id: z.uuid(), version: count, wrapped: z.string() });
export type CompanyKeyRow = z.output<typeof companyKeyRow>;

/** A backup of the companies' wrapped keys. Its text is this in one line, and the signature of it in the next. */
export const keysDescription = z.strictObject({
  backup: z.literal(KEYS_FORMAT),
  createdAt: z.iso.datetime(),
  /** The newest backup when it was written. */
  newest: z.strictObject({ id: z.uuid(), createdAt: z.iso.datetime() }),
  keys: z.array(companyKeyRow),
  /** Companies that were erased, as far as the places of the files remember. */
  erased: z.array(z.uuid()),
  secretKey: z.string(),
  /** What opens `keys`. */
  vault: z.array(vaultKey),
});
export type KeysDescription = z.output<typeof keysDescription>;

/** What is signed: a description's bytes behind the name of their format, so that neither stands for the other. */
export function toSign(format: typeof BACKUP_FORMAT | typeof KEYS_FORMAT, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${format}\n`), bytes]);
}
