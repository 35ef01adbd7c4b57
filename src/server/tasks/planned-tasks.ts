import type { Task } from "#domain/tasks/tasks.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import type { Caller } from "../endpoints/caller.ts";
import { readTasks } from "./read-tasks.ts";
import { readTaskPlans } from "./task-plans.ts";
import type { TaskPlan } from "./task-plans.ts";

/** A task with what was planned for it. */
export type PlannedTask = Omit<Task, "owner"> & Pick<TaskPlan, "assignee" | "snoozed">;

/** What is missing or due in a company, as far as the caller may read it, with each task's owner, whom somebody chose or whose it is by itself, and whether it was put off. */
export async function readPlannedTasks(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "role">,
  at: Date,
): Promise<readonly PlannedTask[]> {
  const [plans, tasks] = await atOnce(readTaskPlans(tx, caller.companyId, at), readTasks(tx, caller, at));
  return tasks.map(({ owner = null, ...task }) => {
    const { assignee = null, snoozed = null } = plans.get(task.key) ?? {};
    return { ...task, assignee: assignee ?? owner, snoozed };
  });
}
