import type { HandlersOf } from "../endpoints/handler.ts";
import { importList, previewList, undoImport } from "./training/import-training.ts";
import { listTraining } from "./training/list-training.ts";

interface Deps {
  readonly now: () => Date;
}

/** What members see and do about the courses of their people. */
export function trainingHandlers({ now }: Deps): HandlersOf<"training"> {
  return {
    list: ({ input, caller, tx }) => listTraining(tx, caller, now(), input),
    previewImport: ({ input, caller, tx }) => previewList(tx, caller.companyId, input, now()),
    import: ({ input, caller, tx }) => importList(tx, caller, input, now()),
    undoImport: ({ input, caller, tx }) => undoImport(tx, caller, input.batchId, now()),
  };
}
