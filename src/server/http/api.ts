import type { IncomingMessage, ServerResponse } from "node:http";
import { id } from "#contract/fields.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import type { Databases } from "../db/connections.ts";
import type { Handlers, OutgoingFile } from "../endpoints/handler.ts";
import { withReservedBytes } from "../limits/reserve-bytes.ts";
import { fail, AppError } from "../app-error.ts";
import { fairChunks, fairTurns, TooManyWaiting } from "../fair-turns.ts";
import { readInput } from "./read-input.ts";
import { openCaller, requireSession, runAsPlatformAdmin, runInTransaction } from "./run-endpoint.ts";
import type { RequestContext } from "./run-endpoint.ts";
import { sendJson } from "./send-json.ts";
import { sendEvents, sendFile } from "./streams.ts";

// The contract's types were spent on the handlers; here endpoints are only names and functions.
type AnyHandler = (ask: unknown) => Promise<unknown>;

/** Batches are in memory as a whole while they are filed: so many at once, and of one company so many that wait. */
const BATCHES = { inAll: 6, alone: 4, beside: 2, waiting: 12 };

/** Serves every endpoint of the contract: reads its input, runs its handler behind its door, sends what it answers. */
export function serveEndpoints({
  databases,
  handlers,
  now,
  afterChange,
}: {
  databases: Databases;
  handlers: Handlers;
  now: () => Date;
  /** Told after something in a company may have changed: what follows from that need not wait its turn. */
  /** Told after a change was committed, by the name of its endpoint. */
  afterChange?: () => void;
}) {
  const byName = new Map<string, AnyHandler>(
    Object.entries(handlers).flatMap(([noun, verbs]) =>
      Object.entries(verbs).map(([verb, handler]): [string, AnyHandler] => [`${noun}.${verb}`, handler as AnyHandler]),
    ),
  );
  const paced = fairChunks();
  const inTurn = fairTurns(BATCHES);
  return async (
    endpoint: NamedEndpoint,
    parameters: Readonly<Record<string, string>>,
    request: IncomingMessage,
    response: ServerResponse,
    arrival: RequestContext,
  ): Promise<void> => {
    const run = byName.get(endpoint.name)!;
    const { signal } = arrival.request;
    if (endpoint.kind === "public") {
      const input = await readInput(endpoint, parameters, request);
      return sendJson(request, response, endpoint, await run({ input, ...arrival }));
    }
    // Before the body: whoever is not signed in need not send it, and whoever may not file not what is large.
    const session = requireSession(endpoint, arrival, now());
    if (endpoint.kind === "batch" && id.safeParse(parameters["companyId"]).success)
      await openCaller(databases, endpoint, parameters, arrival)(async () => {});
    const input = await readInput(endpoint, parameters, request);
    if (endpoint.kind === "self")
      return sendJson(request, response, endpoint, await run({ input, session, request: arrival.request }));
    if (endpoint.kind === "platform") {
      const answer = await runAsPlatformAdmin(databases, session, (tx) =>
        run({ input, session, request: arrival.request, tx }),
      );
      return sendJson(request, response, endpoint, answer);
    }
    if (["query", "draft", "change"].includes(endpoint.kind)) {
      await sendJson(request, response, endpoint, await runInTransaction(databases, endpoint, run, input, arrival));
      if (endpoint.kind === "change") afterChange?.();
      return;
    }
    const open = openCaller(databases, endpoint, input, arrival);
    if (endpoint.kind === "upload") {
      const idempotencyKey = idempotencyKeyOf(request);
      const declared = request.headers["content-length"];
      const company = String(input["companyId"]);
      const body = {
        bytes: paced(company, request),
        declaredBytes: declared === undefined ? undefined : Number(declared),
      };
      const asked = { input, request: arrival.request, idempotencyKey };
      const answer = await withReservedBytes(endpoint, request, open, body, (room, member) =>
        run({ ...asked, ...room, caller: member }),
      );
      await sendJson(request, response, endpoint, answer, 201);
      return afterChange?.();
    }
    // The door is tried once before any byte moves; what the handler does later passes it again each time.
    const caller = await open(async (_, member) => member);
    const ask = {
      input,
      caller,
      request: arrival.request,
      within: <T>(work: (tx: never) => Promise<T>) => open((tx) => work(tx as never)),
    };
    if (endpoint.kind === "download") {
      const file = (await run(ask)) as OutgoingFile;
      return await sendFile(response, { ...file, bytes: paced(caller.companyId, file.bytes) });
    }
    if (endpoint.kind === "events")
      return await sendEvents(response, run(ask) as unknown as AsyncIterable<unknown>, signal);
    const idempotencyKey = idempotencyKeyOf(request);
    const answer = await inTurn(caller.companyId, () => run({ ...ask, idempotencyKey })).catch(tooMany);
    await sendJson(request, response, endpoint, answer, 201);
    afterChange?.();
  };
}

function tooMany(error: unknown): never {
  if (error instanceof TooManyWaiting) throw new AppError("too-many-requests", { retryAfterSeconds: 1, cause: error });
  throw error;
}

function idempotencyKeyOf(request: IncomingMessage): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)) return fail("invalid-input");
  return key;
}
