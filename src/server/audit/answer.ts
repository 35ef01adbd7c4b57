import { randomUUID } from "node:crypto";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { auditAnswered } from "../mail/templates/audit-answered.ts";
import { fail } from "../app-error.ts";
import { ordinaryItems } from "./ordinary-items.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/**
 * Answers an auditor's request, with items that are not privileged, and tells whoever asked. Refuses `request-not-open` and
 * `not-found`.
 */
export function answerRequest(deps: Deps): HandlersOf<"audit">["answer"] {
  return async ({ input: { companyId, requestId, text, items }, caller, tx }) => {
    const request = await tx
      .selectFrom("app.audit_requests")
      .select(["wanted", "control_id", "state"])
      .where("company_id", "=", companyId)
      .where("id", "=", requestId)
      .executeTakeFirst();
    if (!request) return fail("not-found");
    if (request.state !== "open" && request.state !== "answered") return fail("request-not-open");
    const exhibits = await ordinaryItems(tx, companyId, items);
    const id = randomUUID();
    await tx
      .insertInto("app.audit_answers")
      .values({
        company_id: companyId,
        id,
        request_id: requestId,
        said: text,
        answered_by: caller.userId,
        answered_at: deps.now(),
      })
      .execute();
    if (exhibits.length > 0)
      await tx
        .insertInto("app.audit_answer_items")
        .values(exhibits.map((item) => ({ company_id: companyId, answer_id: id, evidence_id: item.id })))
        .execute();
    const { numUpdatedRows } = await tx
      .updateTable("app.audit_requests")
      .set({ state: "answered" })
      .where("company_id", "=", companyId)
      .where("id", "=", requestId)
      .executeTakeFirst();
    // The auditor settled it in the meantime.
    if (numUpdatedRows === 0n) return fail("request-not-open");
    await tellAsker(deps, tx, companyId, requestId, request.wanted);
    const details = {
      ...(request.control_id && { control: request.control_id }),
      exhibits: exhibits.map(({ exhibit }) => exhibit),
    };
    return { answer: { id }, entry: { subject: requestId, details } };
  };
}

/** Who asked is told that there is an answer, and not what it says. */
async function tellAsker(
  { outbox, appUrl }: Deps,
  tx: Tx,
  companyId: string,
  requestId: string,
  wanted: string,
): Promise<void> {
  const asker = await tx
    .selectFrom([functionOf("app.request_asker", [requestId]).as("a"), "app.companies as c"])
    .select(["a.email", "a.first_name", "a.last_name", "c.name as company"])
    .where("c.id", "=", companyId)
    .executeTakeFirst();
  if (!asker) return;
  const user = { email: asker.email, firstName: asker.first_name, lastName: asker.last_name };
  await outbox.enqueue(tx, auditAnswered({ user, company: asker.company, wanted, appUrl }));
}
