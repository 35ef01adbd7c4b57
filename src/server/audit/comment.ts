import { randomUUID } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import type { FailureName } from "#contract/failures.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail, sqlState } from "../app-error.ts";
import { ordinaryItems } from "./ordinary-items.ts";
import { callDefiner } from "./call-definer.ts";

interface Deps {
  readonly now: () => Date;
}

const refuseIf = (state: string, failure: FailureName) => (error: unknown) =>
  sqlState(error) === state ? fail(failure, error) : Promise.reject(error);

/** Writes a comment on a control or an item, which both sides read. Refuses `not-found`. */
export function writeComment({ now }: Deps): HandlersOf<"audit">["comment"] {
  return async ({ input: { companyId, projectId, control, item, text }, caller, tx }) => {
    if (control !== undefined && !findControl(control)) return fail("not-found");
    const id = randomUUID();
    let on = control ?? "";
    if (caller.role === "auditor") {
      const number = await callFunction(tx, "app.audited_item", [item ?? null]);
      if (item !== undefined) on = formatExhibitNumber(number ?? fail("not-found"));
      const said = [id, projectId, control ?? null, item ?? null, text, now()] as const;
      await callDefiner(tx, "app.comment_as_auditor", [...said]);
    } else {
      if (item !== undefined) on = (await ordinaryItems(tx, companyId, [item]))[0]!.exhibit;
      await tx
        .insertInto("app.audit_comments")
        .values({
          company_id: companyId,
          id,
          project_id: projectId,
          control_id: control ?? null,
          evidence_id: item ?? null,
          said: text,
          author_id: caller.userId,
          at: now(),
        })
        .execute()
        .catch(refuseIf("23503", "not-found"));
    }
    return { answer: { id }, entry: { subject: id, details: { on, project: projectId } } };
  };
}
