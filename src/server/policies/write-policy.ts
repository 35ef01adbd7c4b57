import { sql } from "kysely";
import { libraryPolicies } from "#catalog/policies/kinds.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import { fillFacts } from "#domain/policies/frozen-facts.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { checkText } from "./check-text.ts";
import { readFactValues } from "./fact-values.ts";
import { insertPolicy, insertVersion } from "./insert-policy.ts";
import { holdVersion, presentVersions } from "./policy-rows.ts";
import { presentPolicy } from "./read-policies.ts";
import { refuseConstraint } from "./refuse-constraint.ts";

interface Deps {
  readonly now: () => Date;
}

type HeldVersion = Awaited<ReturnType<typeof holdVersion>>;

/** What the ledger says of a version. */
export const versionDetails = ({ title, number, sha256 }: { title: string; number: number; sha256: string }) => ({
  title,
  version: number,
  sha256,
});

/** Refuses `policy-changed` with what it says now, where somebody else edited it since the caller saw it. */
function refuseChanged(row: HeldVersion, revision: number): void {
  if (row.revision !== revision)
    throw new AppError("policy-changed", { data: { revision: row.revision, text: row.text, state: row.state } });
}

/** The number of an exhibit. Refuses `policy-original` for what is none. */
const numberOf = (exhibit: string | null) =>
  exhibit === null ? null : (parseExhibitNumber(exhibit) ?? fail("policy-original"));

/** Changes a version as the caller. */
export async function updateVersion(
  tx: Tx,
  caller: Caller,
  at: Date,
  id: string,
  to: { text?: string; original?: number | null; quorum?: number; discarded_at?: Date },
): Promise<void> {
  await tx
    .updateTable("app.policy_versions")
    .set({ ...to, changed_by: caller.userId, changed_at: at })
    .where("company_id", "=", caller.companyId)
    .where("id", "=", id)
    .execute()
    .catch(refuseConstraint);
}

/** Adds policies, and drafts, edits, discards and sends their versions. */
export function policyWriters({
  now,
}: Deps): Pick<HandlersOf<"policies">, "add" | "draft" | "save" | "discard" | "send"> {
  return {
    add: async ({ input: { documentId, title, text, original, ownerId }, caller, tx }) => {
      if (documentId !== null && !libraryPolicies.some((kind) => kind.documentId === documentId))
        return fail("policy-document");
      await checkText(text);
      const at = now();
      const id = await insertPolicy(tx, { caller, at }, { documentId, title, ownerId });
      const filled = fillFacts(text, await readFactValues(tx, caller.companyId, at));
      const versionId = await insertVersion(tx, { caller, at }, id, filled, numberOf(original));
      const row = await holdVersion(tx, caller.companyId, versionId);
      return {
        answer: await presentPolicy(tx, caller, id, at),
        entry: {
          subject: id,
          details: {
            ...versionDetails(row),
            document: documentId ?? "",
            ...(original && { original }),
            ...(ownerId && { owner: ownerId }),
          },
        },
      };
    },

    draft: async ({ input: { policyId }, caller, tx }) => {
      const at = now();
      const policy = await presentPolicy(tx, caller, policyId, at);
      if (policy.open) return fail("policy-version-open");
      const text = await lastText(tx, caller.companyId, policyId);
      const row = await holdVersion(tx, caller.companyId, await insertVersion(tx, { caller, at }, policyId, text));
      return {
        answer: await presentPolicy(tx, caller, policyId, at),
        entry: { subject: policyId, details: versionDetails(row) },
      };
    },

    save: async ({ input: { versionId, revision, text, original: exhibit }, caller, tx }) => {
      const before = await holdVersion(tx, caller.companyId, versionId);
      if (before.state !== "draft" && before.state !== "review") return fail("policy-version-closed");
      const answer = async () => {
        const [version] = await presentVersions(tx, sql`v.company_id = ${caller.companyId} AND v.id = ${versionId}`);
        const { policyId: _, ...shown } = version!;
        return { ...shown, text: (await holdVersion(tx, caller.companyId, versionId)).text };
      };
      const original = exhibit === undefined ? before.original : numberOf(exhibit);
      const isSameOriginal = original === before.original;
      if (before.text === text && isSameOriginal) return { answer: await answer(), entry: "unchanged" };
      refuseChanged(before, revision);
      await checkText(text);
      const at = now();
      const filled = fillFacts(text, await readFactValues(tx, caller.companyId, at));
      if (before.text === filled && isSameOriginal) return { answer: await answer(), entry: "unchanged" };
      await updateVersion(tx, caller, at, versionId, { text: filled, ...(!isSameOriginal && { original }) });
      const row = await holdVersion(tx, caller.companyId, versionId);
      return {
        answer: await answer(),
        entry: {
          subject: before.policy_id,
          details: { ...versionDetails(row), before: before.sha256, ...(exhibit && { original: exhibit }) },
        },
      };
    },

    discard: async ({ input: { versionId }, caller, tx }) => {
      const at = now();
      const row = await holdVersion(tx, caller.companyId, versionId);
      if (row.state !== "draft" && row.state !== "review") return fail("policy-version-closed");
      await updateVersion(tx, caller, at, versionId, { discarded_at: at });
      return {
        answer: await presentPolicy(tx, caller, row.policy_id, at),
        entry: { subject: row.policy_id, details: versionDetails(row) },
      };
    },

    send: async ({ input: { versionId, revision, quorum }, caller, tx }) => {
      const at = now();
      const before = await holdVersion(tx, caller.companyId, versionId);
      if (before.state !== "draft") return fail("policy-version-closed");
      refuseChanged(before, revision);
      // What is in force already is renewed as it is: nobody acknowledges a date anew.
      const isRenewal = (await textInForce(tx, caller.companyId, before.policy_id)) === before.text;
      const text = isRenewal ? before.text : fillFacts(before.text, await readFactValues(tx, caller.companyId, at));
      if (text !== before.text) await checkText(text);
      await updateVersion(tx, caller, at, versionId, { quorum, ...(text !== before.text && { text }) });
      const row = await holdVersion(tx, caller.companyId, versionId);
      return {
        answer: await presentPolicy(tx, caller, row.policy_id, at),
        entry: { subject: row.policy_id, details: { ...versionDetails(row), quorum, renewal: isRenewal } },
      };
    },
  };
}

/** The text in force, or of the newest version where none is: all that there were may have been discarded. */
async function lastText(tx: Tx, companyId: string, policyId: string): Promise<string> {
  const { text } = await tx
    .selectFrom("app.policy_versions")
    .select("text")
    .where("company_id", "=", companyId)
    .where("policy_id", "=", policyId)
    .orderBy((order) => order("state", "=", "in force"), "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return text;
}

async function textInForce(tx: Tx, companyId: string, policyId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("app.policy_versions")
    .select("text")
    .where("company_id", "=", companyId)
    .where("policy_id", "=", policyId)
    .where("state", "=", "in force")
    .executeTakeFirst();
  return row?.text;
}
