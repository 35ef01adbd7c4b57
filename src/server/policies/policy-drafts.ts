import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { withKept } from "#catalog/policies/answers.ts";
import { composePolicy } from "#catalog/policies/compose.ts";
import { fillFacts } from "#domain/policies/frozen-facts.ts";
import { plainMarkdown } from "#domain/policies/plain-markdown.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { checkText } from "./check-text.ts";
import { companyName } from "./company-name.ts";
import { readFactValues } from "./fact-values.ts";
import { insertPolicy, insertVersion, policiesOf } from "./insert-policy.ts";
import { readAnswers } from "./policy-answers.ts";
import { updateVersion } from "./write-policy.ts";

interface Deps {
  readonly now: () => Date;
}

/** Adds several policies of the library as drafts, and takes those back that nobody went on with. */
export function policyDrafts({ now }: Deps): Pick<HandlersOf<"policies">, "addDrafts" | "undoDrafts"> {
  return {
    addDrafts: async ({ input: { documentIds, ownerId, ...given }, caller, tx }) => {
      const { companyId } = caller;
      const { edition, answers } = withKept(given, await readAnswers(tx, companyId));
      const name = plainMarkdown(await companyName(tx, companyId));
      const own = await policiesOf(tx, companyId);
      const wanted = [...new Set(documentIds)].map((documentId) => ({
        documentId,
        ...(composePolicy(documentId, edition, answers, name) ?? fail("policy-document")),
      }));
      const [existing, missing] = [true, false].map((isThere) =>
        wanted.filter(({ documentId }) => (own.get(documentId)?.isKept ?? false) === isThere),
      );
      // Before anything is written, which holds the ledger.
      for (const { text } of missing!) await checkText(text);
      const at = now();
      const values = await readFactValues(tx, companyId, at);
      const added = [];
      for (const { documentId, title, text } of missing!) {
        const policyId = await insertPolicy(tx, { caller, at }, { documentId, title, ownerId });
        const versionId = await insertVersion(tx, { caller, at }, policyId, fillFacts(text, values));
        added.push({ documentId, title, policyId, versionId });
      }
      const answer = { added, existing: existing!.map(({ documentId }) => documentId) };
      if (added.length === 0) return { answer, entry: "unchanged" };
      return {
        answer,
        entry: {
          subject: randomUUID(),
          details: { ...(await detailsOf(tx, companyId, added)), ...(ownerId && { owner: ownerId }) },
        },
      };
    },

    undoDrafts: async ({ input: { versionIds }, caller, tx }) => {
      const { companyId } = caller;
      const at = now();
      const { rows } = await sql<{
        versionId: string;
        title: string;
        isAsAdded: boolean;
      }>`SELECT v.id AS "versionId", p.title, v.state = 'draft' AND v.revision = 1 AS "isAsAdded" FROM app.policy_versions v
        JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
        WHERE v.company_id = ${companyId} AND v.id = ANY (${versionIds}::uuid[]) AND v.state <> 'discarded'
        ORDER BY lower(p.title), p.id FOR NO KEY UPDATE OF v`.execute(tx);
      const undone = rows.filter(({ isAsAdded }) => isAsAdded);
      if (rows.length === 0) return fail("not-found");
      for (const { versionId } of undone) await updateVersion(tx, caller, at, versionId, { discarded_at: at });
      const kept = rows.filter(({ isAsAdded }) => !isAsAdded).map(({ title }) => title);
      const answer = { discarded: undone.length, kept };
      if (undone.length === 0) return { answer, entry: "unchanged" };
      return { answer, entry: { subject: randomUUID(), details: await detailsOf(tx, companyId, undone) } };
    },
  };
}

/** What the ledger says of several versions: each with its hash. */
async function detailsOf(tx: Tx, companyId: string, versions: readonly { readonly versionId: string }[]) {
  const ids = versions.map(({ versionId }) => versionId);
  const { rows } = await sql<{
    title: string;
    number: number;
    sha256: string;
  }>`SELECT p.title, v.number, v.sha256 FROM app.policy_versions v JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
    WHERE v.company_id = ${companyId} AND v.id = ANY (${ids}::uuid[]) ORDER BY p.number`.execute(tx);
  return {
    count: rows.length,
    versions: rows.map(({ title, number, sha256 }) => `${title}, version ${number}, ${sha256}`),
  };
}
