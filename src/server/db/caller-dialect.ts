import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, PostgresDialect, PostgresDriver } from "kysely";
import type { DatabaseConnection, PostgresDialectConfig, TransactionSettings } from "kysely";

/** What the transaction that begins next says together with BEGIN, until one took it. */
interface Opening {
  statement: string | undefined;
}

const openings = new AsyncLocalStorage<Opening>();

/**
 * Runs `work`, whose first transaction begins with this statement in the same round trip. The statement goes as text, without parameters:
 * each value in it has to be a literal.
 */
export async function openingWith<T>(statement: string, work: () => Promise<T>): Promise<T> {
  return await openings.run({ statement }, work);
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
      await connection.executeQuery(CompiledQuery.raw(`BEGIN; ${statement}`));
    } catch (error) {
      // It has begun, perhaps, and would be the next one's. The driver knows its own connections by a narrower type.
      await super.rollbackTransaction(connection as Own).catch(() => {});
      throw error;
    }
  }
}

/** PostgreSQL as Kysely speaks to it, with transactions that begin as somebody's in one round trip. */
export class CallerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): CallerDriver {
    return new CallerDriver(this.#config);
  }
}
