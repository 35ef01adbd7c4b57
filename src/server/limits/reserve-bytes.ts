import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { sql } from "kysely";
import { maxEvidenceBytes } from "#contract/evidence.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Within } from "../db/without-privilege.ts";
import type { IncomingBody } from "../blobs/artifacts.ts";
import { fail } from "../app-error.ts";

/** How a handler works with a body that has its room. */
interface Room {
  readonly within: Within;
  readonly body: IncomingBody;
}

/**
 * Takes room for a body before its first byte, for the whole time that `work` needs, and gives it back however that ends: two at
 * once cannot both have the last megabyte. Refuses `limit-reached` and `limit-for-now`. A body that does not say how long it is
 * gets what there is.
 */
export async function withReservedBytes<T>(
  endpoint: NamedEndpoint,
  request: IncomingMessage,
  within: Within,
  body: IncomingBody,
  work: (room: Room) => Promise<T>,
): Promise<T> {
  const announced = body.declaredBytes ?? (request.headers["transfer-encoding"] === undefined ? 0 : undefined);
  if (announced === 0) return await work({ within, body });
  const id = randomUUID();
  // What files nothing yet is a part of a file, which has its room as a whole.
  const keeps = endpoint.records !== undefined;
  const granted = await within((tx) => reserve(tx, id, announced, keeps));
  let arrived = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.bytes) {
      arrived += chunk.length;
      if (arrived > granted && announced === undefined)
        fail(granted < maxEvidenceBytes ? "limit-reached" : "file-too-large");
      yield chunk;
    }
  }
  try {
    return await work({ within: holding(within, id), body: { ...body, bytes: counted() } });
  } finally {
    await release(within, id, arrived);
  }
}

/** Takes room for bytes that are here already, for the whole time that `work` needs. Refuses as {@link withReservedBytes}. */
export async function withRoomFor<T>(bytes: number, within: Within, work: (within: Within) => Promise<T>): Promise<T> {
  const id = randomUUID();
  await within((tx) => reserve(tx, id, bytes, true));
  try {
    return await work(holding(within, id));
  } finally {
    await release(within, id, bytes);
  }
}

/** Transactions that use what was reserved. */
function holding(within: Within, id: string): Within {
  return (inTransaction) =>
    within(async (tx) => {
      await sql`SELECT set_config('app.reservation', ${id}, true)`.execute(tx);
      return await inTransaction(tx);
    });
}

/** Whoever lost their rights meanwhile cannot give it back; it is given back by its time. */
async function release(within: Within, id: string, arrived: number): Promise<void> {
  await within((tx) => callFunction(tx, "app.release_bytes", [id, arrived])).catch(() => {});
}

async function reserve(tx: Tx, id: string, announced: number | undefined, keeps: boolean): Promise<number> {
  return await callFunction(tx, "app.reserve_bytes", [id, announced ?? null, maxEvidenceBytes, keeps]);
}
