import * as z from "zod";

// What is kept of how the installation is run. A field is null where the installation does not know.

const instant = z.iso.datetime({ offset: true });
const count = z.number().int().min(0);

export const backup = z.strictObject({
  writtenAt: instant,
  bytes: count,
  /** Whether it was where it was written when that place was looked at, within the last day. */
  kept: z.boolean(),
  /** Stored files that it lacks because they were damaged. */
  lacks: count.nullable(),
  /** When it was restored on trial, and whether that found a fault. */
  testedAt: instant.nullable(),
  fault: z.boolean().nullable(),
});

/** Stored files: when the last whole round of checking ended, and how many are damaged. */
export const files = z.strictObject({ finishedAt: instant.nullable(), damaged: count });

/** A change of the database's schema, by which version. */
export const upgrade = z.strictObject({ appliedAt: instant, version: z.string().nullable() });

export const administrator = z.strictObject({
  email: z.string(),
  active: z.boolean(),
  secondFactor: z.boolean(),
  /** To the day: an hour in which somebody only signed in must look like the hour before. */
  lastSignInOn: z.iso.date().nullable(),
});

/** What a platform admin, or somebody at the command line, did. To what or whom is left out. */
export const act = z.strictObject({ at: instant, actor: z.string(), act: z.string() });

export type Backup = z.infer<typeof backup>;
export type Files = z.infer<typeof files>;
export type Administrator = z.infer<typeof administrator>;

export const kinds = {
  "installation.backup": backup,
  "installation.files": files,
  "installation.upgrade": upgrade,
  "installation.administrator": administrator,
  "installation.act": act,
};
