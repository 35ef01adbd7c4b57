import { sql } from "kysely";
import { callFunction, functionOf } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

export type Outcome = "answered" | "invited" | "closed";

const PAGE = 50;

interface Asked {
  readonly state: "open" | "settled";
  readonly kind: string;
  readonly search: string;
  readonly after: string;
}

/** A page of what was sent, and where the next one begins. */
export async function listRequests(tx: Tx, { state, kind, search, after }: Asked) {
  const [at, id] = after === "" ? [null, null] : (after.split("_") as [string, string]);
  // The time it came as a text with all its digits: the place in the list must be exact.
  const place = sql<string>`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("place");
  const since = sql<Date | null>`${at}::timestamptz`;
  const asked = functionOf("app.list_requests", [state === "open", kind, search.trim(), since, id, PAGE + 1]).as("r");
  const rows = await tx.selectFrom(asked).selectAll().select(place).execute();
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    requests: page.map((row) => ({ ...presentRequest(row), outcome: row.outcome, answeredBy: row.answered_by })),
    next: last && rows.length > PAGE ? `${last.place}_${last.id}` : null,
  };
}

/** One of them whole; refuses `not-found`. */
export async function getRequest(tx: Tx, requestId: string) {
  const all = tx.selectFrom(functionOf("app.all_requests", []).as("r")).selectAll();
  const row = (await all.where("id", "=", requestId).executeTakeFirst()) ?? fail("not-found");
  const answers = await callFunction(tx, "app.answers_to", [requestId]);
  return {
    ...presentRequest(row),
    words: row.words,
    answers: answers.map(({ at, answered_by: by, outcome, words }) => ({ at: at.toISOString(), by, outcome, words })),
  };
}

/** Settles one that is open; refuses `request-settled` when somebody was faster. */
export async function settleRequest(tx: Tx, requestId: string, outcome: Outcome, words: string | null, now: Date) {
  if (!(await callFunction(tx, "app.settle_request", [requestId, outcome, words, now]))) fail("request-settled");
}

function presentRequest(row: Omit<RowOf<"app.all_requests">, "words">) {
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
