import { sql } from "kysely";
import { comparePolicies } from "#domain/policies/compare.ts";
import { fail } from "../app-error.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { readAssigned } from "./assigned-people.ts";
import { policyDeciders } from "./decide-policy.ts";
import { policyFileHandlers } from "./documents/file-handlers.ts";
import type { PolicyFileDeps } from "./documents/file-handlers.ts";
import { policyLibrary } from "./library.ts";
import { policyActions } from "./policy-actions.ts";
import { policyAnswers } from "./policy-answers.ts";
import { policyDrafts } from "./policy-drafts.ts";
import { policyOwners } from "./policy-owner.ts";
import { presentPolicies, presentVersions, readVersion } from "./policy-rows.ts";
import { presentPolicy } from "./read-policies.ts";
import { policyWriters } from "./write-policy.ts";

interface Deps extends PolicyFileDeps {
  readonly now: () => Date;
}

/** Policies of a company. */
export function policyHandlers(deps: Deps): HandlersOf<"policies"> {
  const { now } = deps;
  return {
    ...policyWriters(deps),
    ...policyDeciders(deps),
    ...policyFileHandlers(deps),

    list: ({ caller, tx }) => presentPolicies(tx, caller.companyId, sql`true`, now()),
    get: ({ input, caller, tx }) => presentPolicy(tx, caller, input.policyId, now(), input),
    version: async ({ input, caller, tx }) => {
      const { title, text } = await readVersion(tx, caller.companyId, input.versionId);
      const [version] = await presentVersions(
        tx,
        sql`v.company_id = ${caller.companyId} AND v.id = ${input.versionId}`,
      );
      return { ...version!, text, title };
    },
    ...policyLibrary(deps),
    ...policyAnswers(deps),
    ...policyDrafts(deps),
    ...policyActions(deps),
    ...policyOwners(deps),
    compare: async ({ input, caller, tx }) => {
      const after = await readVersion(tx, caller.companyId, input.versionId);
      const before = await readVersion(tx, caller.companyId, input.before);
      if (after.policy_id !== before.policy_id) return fail("not-found");
      return comparePolicies(before.text, after.text);
    },
    mine: async ({ caller, tx }) => {
      const at = now();
      const personId = await callFunction(tx, "app.my_person", []);
      if (personId === null) return { personId, policies: [] };
      const { rows } = await sql<{
        policy_id: string;
        id: string;
        number: number;
        title: string;
        text: string;
        sha256: string;
      }>`SELECT v.policy_id, v.id, v.number, p.title, v.text, v.sha256 FROM app.policy_versions v
        JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
        WHERE v.company_id = ${caller.companyId} AND v.state = 'in force' ORDER BY lower(p.title), p.id`.execute(tx);
      const assigned = await readAssigned(
        tx,
        caller.companyId,
        rows.map((row) => row.policy_id),
        at,
        [personId],
      );
      return {
        personId,
        policies: rows.flatMap(({ policy_id: policyId, id: versionId, number, title, text, sha256 }) => {
          const own = assigned.get(policyId)?.find((person) => person.personId === personId);
          if (!own) return [];
          const acknowledgedAt = own.acknowledged?.at.toISOString() ?? null;
          return [{ policyId, versionId, number, title, text, sha256, due: own.due.toISOString(), acknowledgedAt }];
        }),
      };
    },
  };
}
