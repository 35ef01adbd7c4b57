import type { HandlersOf } from "../endpoints/handler.ts";
import { readTasks } from "./read-tasks.ts";

interface Deps {
  readonly now: () => Date;
}

/** What a company's program asks for. */
export function taskHandlers({ now }: Deps): HandlersOf<"tasks"> {
  return {
    list: async ({ caller, tx }) =>
      (await readTasks(tx, caller, now())).map(({ due, ...task }) => ({ ...task, due: due?.toISOString() ?? null })),
  };
}
