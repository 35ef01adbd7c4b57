import { getCheck } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { listDocuments } from "../documents/list-documents.ts";
import { hashesOf, pageOfControl } from "./control-evidence.ts";
import { readControlStates } from "./control-states.ts";
import { linkExhibits } from "./link-exhibits.ts";
import { presentCheck } from "./present-check.ts";
import { presentControl } from "./present-control.ts";

interface Deps {
  readonly now: () => Date;
}

/** Items that stand beside a control's details. */
const NEWEST = 20;

/** A control with its checks, the documents it expects, and its newest items. Refuses `not-found`. */
export function describeControl({ now }: Deps): HandlersOf<"controls">["get"] {
  return async ({ input, caller, tx }) => {
    const at = now();
    const state = (await readControlStates(tx, input.companyId, at)).find(
      (state) => state.control.id === input.controlId,
    );
    if (!state) return fail("not-found");
    const { control } = state;
    const numbers = state.checks.flatMap(({ decisive }) => decisive?.number ?? []);
    const hashes = await hashesOf(tx, input.companyId, numbers);
    const checks = state.checks.map((check) => presentCheck(getCheck(check.checkId), check, hashes));
    return {
      control: presentControl(state, at),
      statement: control.statement,
      why: control.why,
      cadence: control.cadence,
      expected: await listDocuments(tx, caller, { now: at, controlId: control.id }),
      limits: control.limits.map((limit) => ({ ...limit })),
      checks: await linkExhibits(tx, input.companyId, checks),
      evidence: await pageOfControl(tx, input.companyId, control.id, { limit: NEWEST, now: at }),
    };
  };
}
