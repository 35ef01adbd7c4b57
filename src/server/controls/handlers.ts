import { randomUUID } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import type { Check } from "#catalog/types.ts";
import type * as z from "zod";
import type { checkResult } from "#contract/controls.ts";
import { expectedOnFile } from "#domain/expected-on-file.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { currentOfControl, pageOfControl } from "./control-evidence.ts";
import { readHistory } from "./control-history.ts";
import { getNote, pageOfNotes, strikeNote } from "./control-notes.ts";
import { getPlan, listPlans, setPlan } from "./control-plans.ts";
import { readControlStates } from "./control-states.ts";
import type { CheckState } from "./control-states.ts";
import { presentControl } from "./present-control.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly now: () => Date;
}

type CheckResult = z.input<typeof checkResult>;

const DAY = 24 * 60 * 60 * 1000;
/** Of a control's history, at once. */
const CHANGES = 500;
/** Items that stand beside a control's details. */
const NEWEST = 20;

export function controlHandlers({ now }: Deps): HandlersOf<"controls"> {
  return {
    list: async ({ input, tx }) => (await readControlStates(tx, input.companyId, now())).map(presentControl),
    get: async ({ input, tx }) => {
      const at = now();
      const state = (await readControlStates(tx, input.companyId, at)).find(
        (one) => one.control.id === input.controlId,
      );
      if (!state) return refuse("not-found");
      const { control } = state;
      const onFile = expectedOnFile(
        control.expectedEvidence,
        await currentOfControl(tx, input.companyId, control.id, at),
      );
      return {
        control: presentControl(state),
        statement: control.statement,
        why: control.why,
        cadence: control.cadence,
        expected: control.expectedEvidence.map(({ type, title, validForDays, onlyFor }, position) => ({
          type,
          title,
          validForDays,
          onlyFor: onlyFor ? [...onlyFor] : null,
          onFile: onFile[position] ?? null,
        })),
        limits: control.limits.map((one) => ({ ...one })),
        checks: control.checks.flatMap((check) => presentCheck(check, state.checks)),
        evidence: await pageOfControl(tx, input.companyId, control.id, { limit: NEWEST, now: at }),
      };
    },
    evidence: async ({ input, tx }) => {
      if (!findControl(input.controlId)) return refuse("not-found");
      const before = input.after === undefined ? undefined : parseExhibitNumber(input.after);
      const items = await pageOfControl(tx, input.companyId, input.controlId, {
        before,
        limit: input.limit + 1,
        now: now(),
      });
      const page = items.slice(0, input.limit);
      return { items: page, next: items.length > input.limit ? page.at(-1)!.exhibit : null };
    },
    history: async ({ input, tx }) => {
      if (!findControl(input.controlId)) return refuse("not-found");
      const to = now();
      const from = new Date(to.getTime() - input.days * DAY);
      const range = { from, to, limit: CHANGES };
      const { changes, cut } = await readHistory(tx, input.companyId, input.controlId, range);
      return {
        from: from.toISOString(),
        to: to.toISOString(),
        changes: changes.map(({ at, status, reason }) => ({ at: at.toISOString(), status, reason })),
        cut,
      };
    },
    plans: ({ input, tx }) => listPlans(tx, input.companyId),
    assign: async ({ input: { controlId, ownerId, dueOn }, caller, tx }) => {
      if (!findControl(controlId)) return refuse("not-found");
      const before = await getPlan(tx, caller.companyId, controlId);
      if ((before.owner?.userId ?? null) === ownerId && before.dueOn === dueOn)
        return { answer: before, entry: "unchanged" };
      await setPlan(tx, { ...caller, at: now() }, { controlId, ownerId, dueOn });
      const answer = await getPlan(tx, caller.companyId, controlId);
      return { answer, entry: { subject: controlId, details: { owner: ownerId, due: dueOn } } };
    },
    notes: ({ input, tx }) => {
      if (!findControl(input.controlId)) return refuse("not-found");
      return pageOfNotes(tx, input.companyId, input.controlId, input.after);
    },
    note: async ({ input: { controlId, body }, caller, tx }) => {
      if (!findControl(controlId)) return refuse("not-found");
      const { companyId, userId } = caller;
      const id = randomUUID();
      await tx
        .insertInto("app.control_notes")
        .values({ company_id: companyId, id, control_id: controlId, body, written_by: userId, written_at: now() })
        .execute();
      const answer = await getNote(tx, companyId, controlId, id);
      return { answer, entry: { subject: controlId, details: { note: id } } };
    },
    strikeNote: async ({ input: { controlId, noteId }, caller, tx }) => {
      const note = await getNote(tx, caller.companyId, controlId, noteId);
      if (note.struck) return refuse("note-struck");
      await strikeNote(tx, { ...caller, at: now() }, noteId);
      const answer = await getNote(tx, caller.companyId, controlId, noteId);
      return { answer, entry: { subject: controlId, details: { note: noteId } } };
    },
    setApplicability: async ({ input, caller, tx }) => {
      if (!findControl(input.controlId)) return refuse("not-found");
      await tx
        .insertInto("app.applicability_decisions")
        .values({
          company_id: caller.companyId,
          control_id: input.controlId,
          applicable: input.applicable,
          reason: input.reason,
          decided_by: caller.userId,
        })
        .execute();
      const state = (await readControlStates(tx, caller.companyId, now())).find(
        (one) => one.control.id === input.controlId,
      )!;
      return {
        answer: presentControl(state),
        entry: { subject: input.controlId, details: { applicable: input.applicable, reason: input.reason } },
      };
    },
  };
}

/** A check's results, one for each source, or that it has not been run. */
function presentCheck(check: Check, results: readonly CheckState[]): CheckResult[] {
  const own = results.filter((result) => result.checkId === check.id);
  const base = {
    checkId: check.id,
    title: check.title,
    wanted: check.predicate,
    sources: [...check.sources],
    onlyFor: check.onlyFor ? [...check.onlyFor] : null,
  };
  if (own.length === 0) {
    return [
      {
        ...base,
        outcome: "not run",
        reason: "Nothing has been observed yet.",
        source: null,
        observedAt: null,
        validUntil: null,
        exhibit: null,
        evidenceId: null,
      },
    ];
  }
  return own.map((result) => ({
    ...base,
    outcome: result.outcome,
    reason: result.reason,
    source: result.source,
    observedAt: result.observedAt.toISOString(),
    validUntil: result.validUntil.toISOString(),
    exhibit: formatExhibitNumber(result.number),
    evidenceId: result.evidenceId ?? null,
  }));
}
