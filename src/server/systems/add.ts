import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import { getSystem } from "./system-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Refuses `system-exists` for a name that is on the list, in whatever case. */
export const refuseSameName = (error: unknown): never => {
  if (violatedConstraint(error) === "systems_one_name") return fail("system-exists", error);
  throw error;
};

/** Adds a system by hand. Refuses `system-exists`. */
export function addSystem({ now }: Deps): HandlersOf<"systems">["add"] {
  return async ({ input: { name, kinds, provider }, caller, tx }) => {
    const id = randomUUID();
    const unique = [...new Set(kinds)];
    await sql`INSERT INTO app.systems (company_id, id, name, kinds, provider, added_by, added_at)
      VALUES (${caller.companyId}, ${id}, ${name}, ${unique}, ${provider}, ${caller.userId}, ${now()})`
      .execute(tx)
      .catch(refuseSameName);
    return {
      answer: await getSystem(tx, caller.companyId, id, now()),
      entry: { subject: id, details: { name, kinds: unique, ...(provider && { provider }) } },
    };
  };
}
