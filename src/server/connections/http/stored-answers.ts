import { createSecretKey } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../db/as-caller.ts";
import { seal, unseal } from "../../keys/keys.ts";
import type { AnswerCache, KeptAnswer } from "./answer-cache.ts";

/** An answer cache in the database, for one connection and one run. */
export interface StoredAnswers extends AnswerCache {
  /** Writes down what was kept and used since the last time, and forgets what is too much or was not used for long. */
  flush(): Promise<void>;
}

export interface StoredAnswersOptions {
  readonly companyId: string;
  readonly connectionId: string;
  /** 32 bytes of a purpose of their own, derived from the company's key: they go with it. */
  readonly key: Uint8Array;
  /** Runs work in a transaction of the connection itself, as its collector. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
}

/** What one connection may keep. */
const MOST_ANSWERS = 5_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** What waits to be written. */
const FLUSH_AT = 50;
const FORGOTTEN_AFTER_DAYS = 7;

/** Opens the kept answers of a connection. An answer that cannot be opened any more is as good as none. */
export function openStoredAnswers(options: StoredAnswersOptions): StoredAnswers {
  const { companyId, connectionId, transaction, now } = options;
  const key = createSecretKey(options.key);
  const bound = (request: string) => `answer|${companyId}|${connectionId}|${request}`;
  let fresh = new Map<string, KeptAnswer>();
  let used = new Set<string>();

  const write = async () => {
    const [kept, touched] = [fresh, used];
    [fresh, used] = [new Map(), new Set()];
    if (kept.size === 0 && touched.size === 0) return;
    await transaction(async (tx) => {
      for (const [request, answer] of kept) {
        const sealed = seal(key, packed(answer), bound(request));
        await sql`INSERT INTO app.collection_cache (company_id, connection_id, request_sha256, etag, sealed, used_at)
          VALUES (${companyId}, ${connectionId}, decode(${request}, 'hex'), ${answer.etag}, ${sealed}, ${now()})
          ON CONFLICT (company_id, connection_id, request_sha256)
            DO UPDATE SET etag = excluded.etag, sealed = excluded.sealed, used_at = excluded.used_at`.execute(tx);
      }
      await sql`UPDATE app.collection_cache SET used_at = ${now()}
        WHERE company_id = ${companyId} AND connection_id = ${connectionId}
          AND request_sha256 IN (SELECT decode(one, 'hex') FROM unnest(${[...touched]}::text[]) one)`.execute(tx);
    });
  };

  return {
    find: async (hash) => {
      const request = Buffer.from(hash).toString("hex");
      const own = fresh.get(request);
      if (own) return own;
      const { rows } = await transaction((tx) =>
        sql<{ etag: string; sealed: Buffer }>`SELECT etag, sealed FROM app.collection_cache
          WHERE company_id = ${companyId} AND connection_id = ${connectionId}
            AND request_sha256 = ${Buffer.from(hash)}`.execute(tx),
      );
      const [row] = rows;
      if (!row) return undefined;
      try {
        const found = unpacked(row.etag, unseal(key, row.sealed, bound(request)));
        used.add(request);
        return found;
      } catch {
        return undefined;
      }
    },
    keep: async (hash, answer) => {
      fresh.set(Buffer.from(hash).toString("hex"), answer);
      if (fresh.size >= FLUSH_AT) await write();
    },
    flush: async () => {
      await write();
      const since = new Date(now().getTime() - FORGOTTEN_AFTER_DAYS * 86_400_000);
      await transaction((tx) =>
        // Those used last stay, as far as there is room.
        sql`DELETE FROM app.collection_cache c USING (
            SELECT request_sha256, used_at, row_number() OVER w AS number, sum(length(sealed)) OVER w AS bytes
            FROM app.collection_cache WHERE company_id = ${companyId} AND connection_id = ${connectionId}
            WINDOW w AS (ORDER BY used_at DESC, request_sha256)
          ) o WHERE c.company_id = ${companyId} AND c.connection_id = ${connectionId} AND c.request_sha256 = o.request_sha256
            AND (o.used_at < ${since} OR o.number > ${MOST_ANSWERS} OR o.bytes > ${MOST_BYTES})`.execute(tx),
      );
    },
  };
}

/** A line of JSON, and the body as it came. */
function packed({ status, headers, body }: KeptAnswer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ status, headers })}\n`), body]);
}

function unpacked(etag: string, plain: Buffer): KeptAnswer {
  const end = plain.indexOf(10);
  const { status, headers } = JSON.parse(plain.subarray(0, end).toString()) as Pick<KeptAnswer, "status" | "headers">;
  return { etag, status, headers, body: plain.subarray(end + 1) };
}
