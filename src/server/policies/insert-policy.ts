import { randomUUID } from "node:crypto";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { callFunction } from "../db/functions.ts";
import { refuseOwner } from "./policy-owner.ts";
import { refuseConstraint } from "./refuse-constraint.ts";

interface By {
  readonly caller: Caller;
  readonly at: Date;
}

interface Named {
  /** The document of the library that it is; null for another policy. */
  readonly documentId: string | null;
  readonly title: string;
  /** The person of People who owns it; null for nobody. */
  readonly ownerId: string | null;
}

/**
 * The policy to begin with a first draft: a new one, or the company's own of this document while all of its versions are discarded. The
 * database refuses a second one of a document. Refuses `policy-owner` for who is not in People or has left.
 */
export async function insertPolicy(tx: Tx, { caller, at }: By, { documentId, title, ownerId }: Named): Promise<string> {
  await refuseOwner(tx, caller.companyId, ownerId, at);
  const given = documentId === null ? undefined : (await policiesOf(tx, caller.companyId)).get(documentId);
  if (given && !given.isKept) {
    await callFunction(tx, "app.own_policy", [given.id, ownerId]);
    return given.id;
  }
  const id = randomUUID();
  await tx
    .insertInto("app.policies")
    .values({
      company_id: caller.companyId,
      id,
      document_id: documentId,
      title,
      owner_register: ownerId === null ? null : "people",
      owner_person_id: ownerId,
      created_by: caller.userId,
      created_at: at,
    })
    .execute()
    .catch(refuseConstraint);
  return id;
}

/** By a document of the library the company's policy of it, and whether any version of that is not discarded. */
export async function policiesOf(
  tx: Tx,
  companyId: string,
): Promise<ReadonlyMap<string, { readonly id: string; readonly isKept: boolean }>> {
  const rows = await tx
    .selectFrom("app.policies as p")
    .select((of) => [
      "p.id",
      "p.document_id",
      of
        .exists(
          of
            .selectFrom("app.policy_versions as v")
            .select("v.id")
            .whereRef("v.company_id", "=", "p.company_id")
            .whereRef("v.policy_id", "=", "p.id")
            .where("v.state", "<>", "discarded"),
        )
        .as("is_kept"),
    ])
    .where("p.company_id", "=", companyId)
    .where("p.document_id", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.document_id!, { id: row.id, isKept: Boolean(row.is_kept) }]));
}

/** Inserts a version of a policy as its draft; what it was imported from is the number of an exhibit. */
export async function insertVersion(
  tx: Tx,
  { caller, at }: By,
  policyId: string,
  text: string,
  original: number | null = null,
): Promise<string> {
  const id = randomUUID();
  const by = caller.userId;
  await tx
    .insertInto("app.policy_versions")
    .values({
      company_id: caller.companyId,
      id,
      policy_id: policyId,
      text,
      original,
      created_by: by,
      created_at: at,
      changed_by: by,
      changed_at: at,
    })
    .execute()
    .catch(refuseConstraint);
  return id;
}
