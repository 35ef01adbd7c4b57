import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import { addSystem, refuseSameName } from "./add.ts";
import { bringBack, declareNone, leaveOut, takeBackNone } from "./decide.ts";
import { getSystem, listSystems } from "./system-list.ts";

interface Deps {
  readonly now: () => Date;
}

export function systemHandlers(deps: Deps): HandlersOf<"systems"> {
  const { now } = deps;
  return {
    list: ({ input, tx }) => listSystems(tx, input.companyId, now()),
    add: addSystem(deps),
    rename: async ({ input: { systemId, name }, caller: { companyId }, tx }) => {
      const before = await getSystem(tx, companyId, systemId, now());
      if (before.name === name) return { answer: before, entry: "unchanged" };
      await sql`UPDATE app.systems SET name = ${name} WHERE company_id = ${companyId} AND id = ${systemId}`
        .execute(tx)
        .catch(refuseSameName);
      return { answer: { ...before, name }, entry: { subject: systemId, details: { name, before: before.name } } };
    },
    remove: async ({ input: { systemId }, caller: { companyId, userId }, tx }) => {
      const { name } = await getSystem(tx, companyId, systemId, now());
      await sql`UPDATE app.systems SET removed_at = ${now()}, removed_by = ${userId}
        WHERE company_id = ${companyId} AND id = ${systemId}`
        .execute(tx)
        .catch((error: unknown) => {
          if (violatedConstraint(error) === "system_answered") return fail("system-answered", error);
          throw error;
        });
      return { answer: { id: systemId }, entry: { subject: systemId, details: { name } } };
    },
    leaveOut: leaveOut(deps),
    bringBack: bringBack(deps),
    declareNone: declareNone(deps),
    takeBackNone: takeBackNone(deps),
  };
}
