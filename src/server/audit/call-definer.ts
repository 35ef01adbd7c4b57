import { callFunction } from "../db/functions.ts";
import type { ArgumentsOf, AnswerOf, FunctionName } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail, violatedConstraint } from "../app-error.ts";

/** What an auditor may write, a function of the database does; it refuses whatever is not of a project they audit. */
export async function callDefiner<F extends FunctionName>(tx: Tx, name: F, args: ArgumentsOf<F>): Promise<AnswerOf<F>> {
  try {
    return await callFunction(tx, name, args);
  } catch (error) {
    if (violatedConstraint(error) === "audited_project" || violatedConstraint(error) === "audited_item")
      fail("not-found", error);
    throw error;
  }
}
