import type pg from "pg";

/** So often a statement is met before it has a name: what is asked once or twice is not worth the memory. */
const MET_BEFORE = 8;
/** PostgreSQL keeps each with its plan, once for each connection. */
const MOST_NAMED = 150;
const MOST_REMEMBERED = 2_000;

/** What has parameters or is one plain statement: several in one text, and settings, cannot be prepared. */
const PLAIN = /^\s*(select|insert|update|delete|with)\b/i;

type Naming = (text: string) => string | undefined;

/**
 * Names the statements that come again and again, so that PostgreSQL reads and plans each of them once for each connection (its own
 * rule chooses between plans for these parameters and for any). Names are never used twice: a statement that has to be planned anew,
 * since an upgrade changed what it answers, gets another one.
 */
export function statementNames(): { name: Naming; forget(text: string): void } {
  const met = new Map<string, number>();
  const named = new Map<string, string>();
  let last = 0;
  return {
    name: (text) => {
      const known = named.get(text);
      if (known !== undefined || named.size >= MOST_NAMED || !PLAIN.test(text)) return known;
      const times = (met.get(text) ?? 0) + 1;
      if (times < MET_BEFORE) {
        if (met.size >= MOST_REMEMBERED) met.clear();
        met.set(text, times);
        return undefined;
      }
      met.delete(text);
      last += 1;
      named.set(text, `known ${last}`);
      return named.get(text);
    },
    forget: (text) => void named.delete(text),
  };
}

/** Prepared before an upgrade that changed what the statement answers; asked again, it is planned anew. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "0A000" && message === "cached plan must not change result type";
}

type Names = ReturnType<typeof statementNames>;

/** What Kysely asks of a connection. Of several statements in one text it is answered the last. */
interface Connection {
  query(text: unknown, values?: readonly unknown[]): Promise<unknown>;
  release(error?: Error | boolean): void;
  readonly processID: number | undefined;
}

function naming(client: pg.PoolClient, names: Names): Connection {
  return {
    query: async (text, values) => {
      if (typeof text !== "string") return await client.query(text as pg.QueryConfig);
      const name = names.name(text);
      try {
        const query = name === undefined ? { text } : { name, text };
        const answer: unknown = await client.query({ ...query, ...(values && { values: [...values] }) });
        return Array.isArray(answer) ? answer.at(-1) : answer;
      } catch (error) {
        if (isOutdatedPlan(error)) names.forget(text);
        throw error;
      }
    },
    release: (error) => client.release(error),
    get processID() {
      return (client as unknown as { processID?: number }).processID;
    },
  };
}

/** A pool whose connections name the statements that come again. */
export function namingPool(pool: pg.Pool): pg.Pool {
  const names = statementNames();
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const connect = async () => {
    const client = await pool.connect();
    const known = connections.get(client) ?? naming(client, names);
    connections.set(client, known);
    return known;
  };
  return new Proxy(pool, {
    get: (target, key) => {
      if (key === "connect") return connect;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
