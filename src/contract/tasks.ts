import * as z from "zod";
import { taskAreas } from "#domain/tasks/tasks.ts";
import { query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

const task = z.strictObject({
  /** The same as long as the same thing is asked. */
  key: z.string(),
  area: z.enum(taskAreas),
  title: z.string(),
  /** What it is about; empty where the title says it. */
  detail: z.string(),
  /** The address in the workspace at which it is done. */
  to: z.string(),
  due: instant.nullable(),
});

/** What is missing or due. A task closes by itself when what it asks for is there. */
export const tasks = {
  list: query({
    access: "tasks.read",
    path: "/companies/{companyId}/tasks",
    summary: "What is missing or due in the program, what is due first at the top",
    input: z.strictObject({ companyId: id }),
    output: z.array(task),
  }),
};
