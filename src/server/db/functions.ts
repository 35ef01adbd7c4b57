import { sql } from "kysely";
import type { QueryExecutorProvider, RawBuilder } from "kysely";
import type { ClientBase, Pool } from "pg";
import { neverNull } from "./function-facts.ts";
import type { Words } from "./function-words.ts";
import { answerKinds } from "./functions.gen.ts";
import type { Functions } from "./functions.gen.ts";

export type FunctionName = keyof Functions;

export type ArgumentsOf<F extends FunctionName> = Functions[F]["args"];

/** Inside a statement an argument may be an expression, too. */
type OrSql<A extends readonly unknown[]> = { [I in keyof A]: A[I] | RawBuilder<A[I]> };

type NeverNull<F> = F extends keyof typeof neverNull ? (typeof neverNull)[F] : undefined;
type WordsOf<F> = F extends keyof Words ? Words[F] : undefined;
type Known<T, Said, IsThere> = [Said] extends [undefined]
  ? IsThere extends true
    ? NonNullable<T>
    : T
  : IsThere extends true
    ? Said
    : Said | null;

type Columns<F, R> = {
  readonly [C in keyof R]: Known<
    R[C],
    C extends keyof WordsOf<F> ? WordsOf<F>[C] : undefined,
    NeverNull<F> extends readonly (infer N)[] ? (C extends N ? true : false) : false
  >;
};

/** A line, or the one value, of what a function answers. */
export type RowOf<F extends FunctionName> = Functions[F] extends { rows: infer R } | { row: infer R }
  ? Columns<F, R>
  : Functions[F] extends { values: infer V } | { value: infer V }
    ? Known<V, WordsOf<F>, NeverNull<F>>
    : never;

/** Functions that answer one value. */
export type OneValue = { [F in FunctionName]: Functions[F] extends { value: unknown } ? F : never }[FunctionName];

/** All that a function answers: many lines or values for one that answers a set. */
export type AnswerOf<F extends FunctionName> = Functions[F] extends { rows: unknown } | { values: unknown }
  ? RowOf<F>[]
  : RowOf<F>;

/** Where a statement runs: a transaction, a pool, or one connection. */
type Place = QueryExecutorProvider | Pool | ClientBase;

/**
 * Calls a function of the database and answers what it answers, with types from the catalogue. A column that is said never to be NULL,
 * and is, throws. A statement with a name is prepared once for each connection; only a pool or a connection of the driver takes one.
 */
export async function callFunction<F extends FunctionName>(
  on: Place,
  name: F,
  args: ArgumentsOf<F>,
  statement?: string,
): Promise<AnswerOf<F>> {
  const kind = answerKinds[name];
  const isRows = kind === "rows" || kind === "row";
  const rows =
    "getExecutor" in on ? await askKysely(on, name, args, isRows) : await askDriver(on, name, args, isRows, statement);
  for (const row of rows) refuseNull(name, row);
  const answer = isRows ? rows : rows.map((row) => row["answer"]);
  return (kind === "rows" || kind === "values" ? answer : answer[0]) as AnswerOf<F>;
}

/** The call as a part of a larger statement: a table in FROM, an expression elsewhere. What it answers is not checked there. */
export function functionOf<F extends FunctionName>(name: F, args: OrSql<ArgumentsOf<F>>): RawBuilder<RowOf<F>> {
  const given = args as readonly unknown[];
  return given.length === 0 ? sql`${sql.raw(name)}()` : sql`${sql.raw(name)}(${sql.join(given)})`;
}

type Row = Readonly<Record<string, unknown>>;

async function askKysely<F extends FunctionName>(
  on: QueryExecutorProvider,
  name: F,
  args: ArgumentsOf<F>,
  isRows: boolean,
): Promise<readonly Row[]> {
  const call = functionOf(name, args as OrSql<ArgumentsOf<F>>);
  const query = isRows ? sql<Row>`SELECT * FROM ${call}` : sql<Row>`SELECT ${call} AS answer`;
  return (await query.execute(on)).rows;
}

async function askDriver(
  on: Pool | ClientBase,
  name: FunctionName,
  args: readonly unknown[],
  isRows: boolean,
  statement: string | undefined,
): Promise<readonly Row[]> {
  const call = `${name}(${args.map((_, at) => `$${at + 1}`).join(", ")})`;
  const text = isRows ? `SELECT * FROM ${call}` : `SELECT ${call} AS answer`;
  const { rows } = await on.query<Row>({
    text,
    values: [...args],
    ...(statement !== undefined && { name: statement }),
  });
  return rows;
}

function refuseNull(name: FunctionName, row: Row): void {
  const facts: Readonly<Partial<Record<FunctionName, true | readonly string[]>>> = neverNull;
  const columns = facts[name] ?? [];
  const missing = (columns === true ? ["answer"] : columns).find((column) => row[column] === null);
  if (missing !== undefined) throw new Error(`${name} answered NULL${columns === true ? "" : ` as ${missing}`}`);
}
