import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

/** An auditor accepts an answer or withdraws the request. Refuses `request-not-open`. */
export const settleRequest: HandlersOf<"audit">["settle"] = async ({ input: { requestId, outcome }, tx }) => {
  if (!(await callFunction(tx, "app.settle_audit_request", [requestId, outcome]))) return fail("request-not-open");
  return { answer: { id: requestId }, entry: { subject: requestId, details: { outcome } } };
};
