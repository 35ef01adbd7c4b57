import { randomUUID } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { callDefiner } from "./call-definer.ts";

interface Deps {
  readonly now: () => Date;
}

/** An auditor asks for evidence until a day. */
export function askForEvidence({ now }: Deps): HandlersOf<"audit">["ask"] {
  return async ({ input: { projectId, control, text, dueOn }, tx }) => {
    if (control !== undefined && !findControl(control)) return fail("not-found");
    const id = randomUUID();
    await callDefiner(tx, "app.ask_for_evidence", [id, projectId, control ?? null, text, dueOn, now()]);
    return {
      answer: { id },
      entry: { subject: id, details: { project: projectId, ...(control && { control }), dueOn } },
    };
  };
}
