import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

type Kind = "access" | "waitlist" | "contact" | "support";
export type Outcome = "answered" | "invited" | "closed";

const PAGE = 50;

interface Row {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly about: string;
  readonly created_at: Date;
  readonly answer_due_at: Date | null;
  readonly answered_at: Date | null;
  /** The time it came as a text with all its digits: the place in the list must be exact. */
  readonly place: string;
  readonly outcome: Outcome | null;
  readonly answered_by: string | null;
}

interface Asked {
  readonly state: "open" | "settled";
  readonly kind: string;
  readonly search: string;
  readonly after: string;
}

/** A page of what was sent, and where the next one begins. */
export async function listRequests(tx: Tx, { state, kind, search, after }: Asked) {
  const [at, id] = after === "" ? [null, null] : (after.split("_") as [string, string]);
  const { rows } =
    await sql<Row>`SELECT *, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
    FROM app.list_requests(${state === "open"}, ${kind}, ${search.trim()}, ${at}::timestamptz, ${id}::uuid, ${PAGE + 1})`.execute(
      tx,
    );
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    requests: page.map((row) => ({ ...presentRequest(row), outcome: row.outcome, answeredBy: row.answered_by })),
    next: last && rows.length > PAGE ? `${last.place}_${last.id}` : null,
  };
}

/** One of them whole; refuses `not-found`. */
export async function getRequest(tx: Tx, requestId: string) {
  const { rows } = await sql<Row & { words: string }>`SELECT * FROM app.all_requests() WHERE id = ${requestId}`.execute(
    tx,
  );
  const row = rows[0] ?? fail("not-found");
  const { rows: answers } = await sql<{ at: Date; answered_by: string; outcome: Outcome; words: string | null }>`
    SELECT * FROM app.answers_to(${requestId})`.execute(tx);
  return {
    ...presentRequest(row),
    words: row.words,
    answers: answers.map(({ at, answered_by: by, outcome, words }) => ({ at: at.toISOString(), by, outcome, words })),
  };
}

/** Settles one that is open; refuses `request-settled` when somebody was faster. */
export async function settleRequest(tx: Tx, requestId: string, outcome: Outcome, words: string | null, now: Date) {
  const { rows } = await sql<{
    done: boolean;
  }>`SELECT app.settle_request(${requestId}, ${outcome}, ${words}, ${now}) AS done`.execute(tx);
  if (!rows[0]?.done) fail("request-settled");
}

function presentRequest(row: Row) {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    company: row.company,
    about: row.about,
    createdAt: row.created_at.toISOString(),
    answerDueAt: row.answer_due_at?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}
