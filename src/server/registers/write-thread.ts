import { parentPort } from "node:worker_threads";
import { asCaller } from "../db/as-caller.ts";
import { openKysely, openPool } from "../db/connections.ts";
import { pageWriter } from "./page-writer.ts";
import type { PageText, PageWriter } from "./page-writer.ts";

/** What passes to the thread that writes pages: whose they are, each of them, and that none follows. */
export type ToWriter =
  | { readonly databaseUrl: string; readonly companyId: string }
  | (Omit<PageText, "packed"> & { readonly packed: Uint8Array<ArrayBuffer> })
  | { readonly last: true };

// Pages are ten times as large as they are held: to unpack them and hand them to the database takes time that the thread which makes and
// judges them does not have. What breaks this one ends it, which the other one hears.
const port = parentPort!;
let own: { readonly writer: PageWriter; readonly end: () => Promise<void> } | undefined;

function begin(databaseUrl: string, companyId: string) {
  const pool = openPool(databaseUrl, 1, { warn: () => {} });
  const db = openKysely(pool);
  const writer = pageWriter((work) => asCaller(db, { userId: companyId, companyId }, work), companyId);
  const end = async () => {
    await writer.done();
    await pool.end();
    port.close();
  };
  return { writer, end };
}

port.on("message", (message: ToWriter) => {
  if ("databaseUrl" in message) own = begin(message.databaseUrl, message.companyId);
  else if ("last" in message) void own!.end();
  else own!.writer.write({ ...message, packed: Buffer.from(message.packed.buffer) });
});
