import { randomUUID } from "node:crypto";
import type { HandlersOf } from "../endpoints/handler.ts";
import { letIn } from "./let-in.ts";
import { getMatter } from "./matter-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Opens a matter; whoever opens it is on its access list if they want to be. */
export function createMatter({ now }: Deps): HandlersOf<"matters">["create"] {
  return async ({ input: { companyId, name, basis, join }, caller: { userId }, tx }) => {
    const matterId = randomUUID();
    await tx
      .insertInto("app.matters")
      .values({ company_id: companyId, id: matterId, name, basis, created_by: userId, created_at: now() })
      .execute();
    if (join) await letIn(tx, { companyId, matterId, userId, by: userId, at: now() });
    const entry = { subject: matterId, details: { name, basis, joined: join }, matterId };
    return { answer: await getMatter(tx, companyId, matterId), entry };
  };
}
