import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { letIn } from "./let-in.ts";
import { getMatter, readAccessList } from "./matter-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Adds a member to the access list of a matter. Refuses `on-access-list-already` and `not-found`. */
export function addPerson({ now }: Deps): HandlersOf<"matters">["addPerson"] {
  return async ({ input: { companyId, matterId, userId }, caller, tx }) => {
    await getMatter(tx, companyId, matterId);
    await letIn(tx, { companyId, matterId, userId, by: caller.userId, at: now() });
    const [person] = await readAccessList(tx, companyId, matterId, userId);
    const answer = person ?? fail("not-found");
    return { answer, entry: { subject: userId, details: { name: answer.name }, matterId } };
  };
}
