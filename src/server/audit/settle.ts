import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

/** An auditor accepts an answer or withdraws the request. Refuses `request-not-open`. */
export const settleRequest: HandlersOf<"audit">["settle"] = async ({ input: { requestId, outcome }, tx }) => {
  const { rows } = await sql<{
    done: boolean;
  }>`SELECT app.settle_audit_request(${requestId}, ${outcome}) AS done`.execute(tx);
  if (!rows[0]?.done) return fail("request-not-open");
  return { answer: { id: requestId }, entry: { subject: requestId, details: { outcome } } };
};
