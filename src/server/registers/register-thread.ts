import { availableParallelism } from "node:os";
import { parentPort } from "node:worker_threads";
import { asCaller } from "../db/as-caller.ts";
import { openKysely, openPool } from "../db/connections.ts";
import { readRegisters } from "./read-registers.ts";
import { threadedWriter } from "./threaded-writer.ts";
import type { FromThread, ToThread } from "./threaded-reader.ts";

// A thread of its own: a run of a large company computes for seconds, while others ask for pages. It is given the login of the one role
// that reads as companies do, and no key; the bytes of exhibits are brought to it.
const port = parentPort!;
// A connection that ends fails the run, which whoever asked for it hears.
const log = { warn: () => {} };

let chunks: Uint8Array[] = [];
let brought: { resolve: (bytes: Buffer) => void } | undefined;

const say = (message: FromThread) => port.postMessage(message);
const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : "");
const hearSlow = (error: unknown) => say({ slow: textOf(error) });

function bring(evidenceId: string): Promise<Buffer> {
  chunks = [];
  const bytes = new Promise<Buffer>((resolve) => (brought = { resolve }));
  say({ bring: evidenceId });
  return bytes;
}

async function run({ databaseUrl, ...asked }: Extract<ToThread, { readonly databaseUrl: string }>): Promise<void> {
  const { companyId } = asked;
  // One for the run, and one by which pages are written meanwhile.
  const pool = openPool(databaseUrl, 2, log);
  const db = openKysely(pool);
  try {
    const read = await readRegisters(bring, (work) => asCaller(db, { userId: companyId, companyId }, work), {
      ...asked,
      // On a single processor two threads would wait for each other.
      writer: availableParallelism() > 1 ? threadedWriter(databaseUrl, hearSlow) : undefined,
    });
    say({ read });
  } finally {
    await pool.end();
  }
}

port.on("message", (message: ToThread) => {
  if ("databaseUrl" in message) run(message).catch((error: unknown) => say({ broke: textOf(error) }));
  else if ("chunk" in message) chunks.push(message.chunk);
  else {
    brought?.resolve(Buffer.concat(chunks));
    chunks = [];
  }
});
