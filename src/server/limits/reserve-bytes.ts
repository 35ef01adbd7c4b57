import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { sql } from "kysely";
import { maxEvidenceBytes } from "#contract/evidence.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { callFunction, functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Within } from "../db/without-privilege.ts";
import type { IncomingBody } from "../blobs/artifacts.ts";
import { fail } from "../app-error.ts";

/** How a handler works with a body that has its room. */
interface Room {
  readonly within: Within;
  /** As `within`, for the last transaction: the room is given back in it. */
  readonly lastly: Within;
  readonly body: IncomingBody;
  /** Where the company's files go; undefined where there is no body. */
  readonly location: string | undefined;
}

/** Opens a transaction as the caller, which may use what was reserved before. */
type Door = <T>(work: (tx: Tx, caller: Caller) => Promise<T>, reservation?: string) => Promise<T>;

/**
 * Tries the door before any byte moves and takes room for a body, for the whole time that `work` needs; gives it back however that
 * ends: two at once cannot both have the last megabyte. Refuses `limit-reached` and `limit-for-now`. A body that does not say how long
 * it is gets what there is.
 */
export async function withReservedBytes<T>(
  endpoint: NamedEndpoint,
  request: IncomingMessage,
  open: Door,
  body: IncomingBody,
  work: (room: Room, caller: Caller) => Promise<T>,
): Promise<T> {
  const announced = body.declaredBytes ?? (request.headers["transfer-encoding"] === undefined ? 0 : undefined);
  const within: Within = (inTransaction) => open(inTransaction);
  if (announced === 0)
    return await work({ within, lastly: within, body, location: undefined }, await open(async (_, caller) => caller));
  const id = randomUUID();
  // What files nothing yet is a part of a file, which has its room as a whole.
  const keeps = endpoint.records !== undefined;
  const [caller, { granted, location }] = await open(
    async (tx, member) => [member, await reserve(tx, id, announced, keeps)] as const,
  );
  let arrived = 0;
  let released = false;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.bytes) {
      arrived += chunk.length;
      if (arrived > granted && announced === undefined)
        fail(granted < maxEvidenceBytes ? "limit-reached" : "file-too-large");
      yield chunk;
    }
  }
  const lastly: Within = async (inTransaction) => {
    const answer = await open(async (tx) => {
      const own = await inTransaction(tx);
      await callFunction(tx, "app.release_bytes", [id, arrived]);
      return own;
    }, id);
    released = true;
    return answer;
  };
  try {
    const room = { within: holding(open, id), lastly, location, body: { ...body, bytes: counted() } };
    return await work(room, caller);
  } finally {
    if (!released) await release(within, id, arrived);
  }
}

/** Takes room for bytes that are here already, for the whole time that `work` needs. Refuses as {@link withReservedBytes}. */
export async function withRoomFor<T>(bytes: number, within: Within, work: (within: Within) => Promise<T>): Promise<T> {
  const id = randomUUID();
  await within((tx) => reserve(tx, id, bytes, true));
  const inRoom: Within = (inTransaction) =>
    within(async (tx) => {
      await sql`SELECT set_config('app.reservation', ${id}, true)`.execute(tx);
      return await inTransaction(tx);
    });
  try {
    return await work(inRoom);
  } finally {
    await release(within, id, bytes);
  }
}

/** Transactions that use what was reserved. */
const holding =
  (open: Door, id: string): Within =>
  (inTransaction) =>
    open(inTransaction, id);

/** Whoever lost their rights meanwhile cannot give it back; it is given back by its time. */
async function release(within: Within, id: string, arrived: number): Promise<void> {
  await within((tx) => callFunction(tx, "app.release_bytes", [id, arrived])).catch(() => {});
}

async function reserve(tx: Tx, id: string, announced: number | undefined, keeps: boolean) {
  // No crash needs it again: then the request has ended, and what it sent is counted with what it filed.
  const soon = sql`set_config('synchronous_commit', 'off', true)`.as("soon");
  const granted = functionOf("app.reserve_bytes", [id, announced ?? null, maxEvidenceBytes, keeps]).as("granted");
  return await tx
    .selectFrom("app.companies")
    .select(["storage_location_id as location", soon, granted])
    .where("id", "=", functionOf("app.tenant", []))
    .executeTakeFirstOrThrow();
}
