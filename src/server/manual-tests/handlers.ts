import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { drawForTest } from "./draw.ts";
import { recordTest } from "./record.ts";
import { listTests } from "./test-list.ts";
import { withdrawTest } from "./withdraw.ts";

interface Deps {
  readonly now: () => Date;
}

export function manualTestHandlers(deps: Deps): HandlersOf<"manualTests"> {
  return {
    list: async ({ input, caller, tx }) =>
      await listTests(tx, caller, findControl(input.controlId) ?? fail("not-found"), deps.now()),
    draw: drawForTest,
    record: recordTest(deps),
    withdraw: withdrawTest(deps),
  };
}
