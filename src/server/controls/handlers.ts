import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { assignControl } from "./assign.ts";
import { getNote, pageOfNotes, strikeNote } from "./control-notes.ts";
import { listPlans } from "./control-plans.ts";
import { readControlStates } from "./control-states.ts";
import { decideApplicability } from "./decide-applicability.ts";
import { describeControl } from "./describe-control.ts";
import { listEvidenceOf } from "./list-evidence.ts";
import { presentControl } from "./present-control.ts";
import { historyOf } from "./read-history.ts";
import { writeNote } from "./write-note.ts";

interface Deps {
  readonly now: () => Date;
}

export function controlHandlers(deps: Deps): HandlersOf<"controls"> {
  return {
    list: async ({ input, tx }) => {
      const now = deps.now();
      return (await readControlStates(tx, input.companyId, now)).map((state) => presentControl(state, now));
    },
    get: describeControl(deps),
    evidence: listEvidenceOf(deps),
    history: historyOf(deps),
    plans: ({ input, tx }) => listPlans(tx, input.companyId),
    assign: assignControl(deps),
    notes: ({ input, tx }) => {
      if (!findControl(input.controlId)) return fail("not-found");
      return pageOfNotes(tx, input.companyId, input.controlId, input.after);
    },
    note: writeNote(deps),
    strikeNote: async ({ input: { controlId, noteId }, caller, tx }) => {
      const note = await getNote(tx, caller.companyId, controlId, noteId);
      if (note.struck) return fail("note-struck");
      await strikeNote(tx, { ...caller, at: deps.now() }, noteId);
      const answer = await getNote(tx, caller.companyId, controlId, noteId);
      return { answer, entry: { subject: controlId, details: { note: noteId } } };
    },
    setApplicability: decideApplicability(deps),
  };
}
