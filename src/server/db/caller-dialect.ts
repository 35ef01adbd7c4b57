import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, PostgresDialect, PostgresDriver } from "kysely";
import type { DatabaseConnection, PostgresDialectConfig, TransactionSettings } from "kysely";
import type pg from "pg";
import { namingPool } from "./known-statements.ts";

/** What the transaction that begins next says together with BEGIN, until one took it; and what the last of it was answered. */
interface Opening {
  statement: string | undefined;
  answer: Readonly<Record<string, unknown>> | undefined;
}

const openings = new AsyncLocalStorage<Opening>();

/**
 * Runs `work`, whose first transaction begins with these statements in the same round trip; it is given what the last one answers. They
 * go as text, without parameters: each value in them has to be a literal.
 */
export async function openingWith<T>(
  statement: string,
  work: (answer: () => Readonly<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const opening: Opening = { statement, answer: undefined };
  return await openings.run(opening, () => work(() => opening.answer ?? {}));
}

type Own = Parameters<PostgresDriver["rollbackTransaction"]>[0];

class CallerDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const opening = openings.getStore();
    if (opening?.statement === undefined) return await super.beginTransaction(connection, settings);
    const { statement } = opening;
    // Once: what `work` begins besides is another transaction.
    opening.statement = undefined;
    try {
      const { rows } = await connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`BEGIN; ${statement}`));
      opening.answer = rows[0];
    } catch (error) {
      // It has begun, perhaps, and would be the next one's. The driver knows its own connections by a narrower type.
      await super.rollbackTransaction(connection as Own).catch(() => {});
      throw error;
    }
  }
}

/** PostgreSQL as Kysely speaks to it, with transactions that begin as somebody's in one round trip, and statements that have names. */
export class CallerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor({ pool }: { pool: pg.Pool }) {
    const config = { pool: namingPool(pool) };
    super(config);
    this.#config = config;
  }

  override createDriver(): CallerDriver {
    return new CallerDriver(this.#config);
  }
}
