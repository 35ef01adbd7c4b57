import { sql } from "kysely";
import pg from "pg";
import type { Kysely, Transaction } from "kysely";
import { callFunction, functionOf } from "./functions.ts";
import type { AnswerOf, ArgumentsOf, FunctionName, OneValue, RowOf } from "./functions.ts";
import { openingWith } from "./caller-dialect.ts";
import { limitRefusal } from "./refuse-limit.ts";
import { inCompanyTurn } from "./company-turns.ts";
import type { DB } from "./types.gen.ts";

/** On whose behalf a transaction runs. Without a company only what is the user's own can be seen. */
export interface Caller {
  readonly userId: string;
  readonly companyId?: string;
  /** Whether they signed in with a second factor; some companies show themselves to nobody else. */
  readonly secondFactor?: boolean;
  /** Room for bytes that was taken before, which the transaction may use. */
  readonly reservation?: string | undefined;
}

/** What one function answers. */
type Known = Readonly<Record<string, unknown>>;

export type Tx = Transaction<DB>;

/**
 * Runs `work` in one transaction as the caller; refuses with its sentence what the table of limits refuses. User and company are local to the transaction, so the next user of
 * the pooled connection cannot inherit them; the policies of the database decide what `work` sees.
 */
export async function asCaller<T>(db: Kysely<DB>, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await notingRefusals(db, caller, () => transactionAs(db, caller, work));
}

/** As `asCaller`; `asked`, a statement without parameters, is answered in the round trip that begins the transaction. */
export async function asCallerAsking<T>(
  db: Kysely<DB>,
  caller: Caller,
  asked: string,
  work: (tx: Tx, known: Known) => Promise<T>,
): Promise<T> {
  return await notingRefusals(db, caller, () => transactionAs(db, caller, work, asked));
}

/**
 * Calls one function as the caller, alone in its transaction and in one round trip: a lock that it takes, such as that of a ledger, is
 * held until the database has committed, and not until we have answered.
 */
export async function callAs<F extends FunctionName>(
  db: Kysely<DB>,
  caller: Required<Pick<Caller, "userId" | "companyId">>,
  name: F,
  args: ArgumentsOf<F>,
): Promise<RowOf<F>[]> {
  const { userId, companyId } = caller;
  // The inner query needs what the outer one answers, and OFFSET keeps them apart: the function runs as the caller, never before.
  const statement = sql<
    RowOf<F>
  >`WITH caller AS MATERIALIZED (SELECT set_config('app.user_id', ${userId}, true) AS user_id,
      set_config('app.company_id', ${companyId}, true) AS company_id, set_config('app.second_factor', '', true) AS second_factor)
    SELECT x.* FROM caller CROSS JOIN LATERAL (SELECT f.* FROM ${functionOf(name, args)} f WHERE caller.user_id IS NOT NULL OFFSET 0) x`;
  return await notingRefusals(db, caller, () =>
    inCompanyTurn(db, companyId, async () => (await statement.execute(db)).rows),
  );
}

interface Answered<F extends FunctionName> {
  readonly answer: AnswerOf<F>;
}

/** As `callAs`, for a function that answers one value and reads alone. */
export async function askAs<F extends OneValue>(
  db: Kysely<DB>,
  { userId, companyId = "" }: Pick<Caller, "userId" | "companyId">,
  name: F,
  args: ArgumentsOf<F>,
): Promise<AnswerOf<F>> {
  const statement = sql<
    Answered<F>
  >`WITH caller AS MATERIALIZED (SELECT set_config('app.user_id', ${userId}, true) AS user_id,
      set_config('app.company_id', ${companyId}, true) AS company_id, set_config('app.second_factor', '', true) AS second_factor)
    SELECT x.answer FROM caller
    CROSS JOIN LATERAL (SELECT ${functionOf(name, args)} AS answer WHERE caller.user_id IS NOT NULL OFFSET 0) x`;
  const { rows } = await inCompanyTurn(db, companyId || userId, () => statement.execute(db));
  return rows[0]!.answer;
}

/** What the table of limits refuses is refused with its sentence. */
async function notingRefusals<T>(db: Kysely<DB>, caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = limitRefusal(error);
    if (!refused) throw error;
    // What was refused is undone, so that it was refused is noted apart: owners and admins are told of it.
    if (refused.key !== undefined && caller.companyId)
      await transactionAs(db, caller, (tx) => callFunction(tx, "app.note_refusal", [refused.key!]));
    throw refused;
  }
}

async function transactionAs<T>(
  db: Kysely<DB>,
  caller: Caller,
  work: (tx: Tx, known: Known) => Promise<T>,
  asked?: string,
): Promise<T> {
  const { userId, companyId = "", secondFactor = false, reservation } = caller;
  const settings = { user_id: userId, company_id: companyId, second_factor: secondFactor ? "on" : "off", reservation };
  const calls = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`set_config('app.${name}', ${pg.escapeLiteral(value)}, true)`],
  );
  const opening = [`SELECT ${calls.join(", ")}`, ...(asked === undefined ? [] : [asked])].join("; ");
  return await inCompanyTurn(db, companyId || userId, () =>
    openingWith(opening, (known) => db.transaction().execute((tx) => work(tx, known()))),
  );
}

/** Sets whom the rest of this transaction acts for; a second factor that is not spoken of stays as it is. */
export async function actAs(tx: Tx, caller: Caller): Promise<void> {
  await sql`SELECT set_config('app.user_id', ${caller.userId}, true),
    set_config('app.company_id', ${caller.companyId ?? ""}, true),
    set_config('app.second_factor', coalesce(${secondFactorSetting(caller)}, current_setting('app.second_factor', true), ''), true)`.execute(
    tx,
  );
}

function secondFactorSetting({ secondFactor }: Caller): string | null {
  if (secondFactor === undefined) return null;
  return secondFactor ? "on" : "off";
}
