import { randomUUID } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { getNote } from "./control-notes.ts";

interface Deps {
  readonly now: () => Date;
}

/** Writes a note on a control. Refuses `not-found`. */
export function writeNote({ now }: Deps): HandlersOf<"controls">["note"] {
  return async ({ input: { controlId, body }, caller, tx }) => {
    if (!findControl(controlId)) return fail("not-found");
    const { companyId, userId } = caller;
    const id = randomUUID();
    await tx
      .insertInto("app.control_notes")
      .values({ company_id: companyId, id, control_id: controlId, body, written_by: userId, written_at: now() })
      .execute();
    const answer = await getNote(tx, companyId, controlId, id);
    return { answer, entry: { subject: controlId, details: { note: id } } };
  };
}
