import * as z from "zod";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** Where the server itself read a file from, as its chain of custody says it. */
const origin = z.strictObject({
  source: z.string(),
  /** The account that opened it. */
  account: z.string().nullable(),
  id: z.string(),
  revision: z.string().nullable(),
  exportedAs: z.string().nullable(),
  fileName: z.string(),
  readAt: z.iso.datetime(),
  sha256: z.string(),
});

export type Origin = z.output<typeof origin>;

/** What a row says; undefined for what a person sent. */
export function originIn(value: unknown): Origin | undefined {
  return value === null || value === undefined ? undefined : origin.parse(value);
}

/** Says of a whole upload of the caller's where it was read. Refuses `upload-moved` where it is not whole, or is said already. */
export async function noteOrigin(tx: Tx, companyId: string, uploadId: string, from: Origin): Promise<void> {
  const noted = await tx
    .updateTable("app.uploads")
    .set({ origin: JSON.stringify(from) })
    .where("company_id", "=", companyId)
    .where("id", "=", uploadId)
    .where("origin", "is", null)
    .whereRef("received", "=", "size")
    .executeTakeFirst();
  if (noted.numUpdatedRows !== 1n) fail("upload-moved");
}

/** How a file came here, for its chain of custody: what the provider calls it, which state of it, and through whose account. */
export function collectorOf({ source, account, id, revision, exportedAs }: Origin): string {
  const facts = [`file ${id}`, ...(revision === null ? [] : [`revision ${revision}`])];
  const how = exportedAs === null ? "" : `, exported as ${exportedAs}`;
  return `Read from ${source} for a member${account === null ? "" : `, as ${account}`}: ${facts.join(", ")}${how}`;
}
