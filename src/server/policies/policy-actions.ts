import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { withKept } from "#catalog/policies/answers.ts";
import { composePolicy, promisesOf } from "#catalog/policies/compose.ts";
import { promisedSentences } from "#domain/policies/statements.ts";
import { applyFields } from "#domain/registers/record-changes.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { recordProblems } from "#domain/registers/whole-record.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { InvalidInput } from "../http/read-input.ts";
import { checkAround } from "../registers/around-record.ts";
import { checkLinks } from "../registers/check-links.ts";
import { digestOfMany, newSalt } from "../registers/ledger-lines.ts";
import { openRegister } from "../registers/rights.ts";
import { insertMany } from "../registers/write-many.ts";
import { readFields } from "../registers/write-record.ts";
import { readAnswers } from "./policy-answers.ts";
import { readVersion } from "./policy-rows.ts";

interface Deps {
  readonly now: () => Date;
}

/** Adds actions for what a policy does not promise yet, and finds those that a version promises. Nothing closes one but a person. */
export function policyActions({ now }: Deps): Pick<HandlersOf<"policies">, "addActions" | "actions"> {
  return {
    addActions: async ({ input: { documentId, fields, ...said }, caller, tx }) => {
      const register = openRegister("actions", caller, "write");
      const { companyId } = caller;
      const { edition, answers } = withKept(said, await readAnswers(tx, companyId));
      const { left, title } = composePolicy(documentId, edition, answers, "") ?? fail("not-found");
      const given = applyFields({}, readFields(register, fields));
      const at = now();
      const named = new Map(left.filter(({ notYet }) => notYet).map((promise) => [promise.text, promise]));
      // Held until the end: who answers the same at the same moment finds the actions of the first.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`policy-actions ${companyId}`}, 3))`.execute(tx);
      for (const open of await openActions(tx, companyId, [...named.keys()])) named.delete(open.title);
      const all = [...named.values()].map(({ text, controlId }) => ({
        id: randomUUID(),
        before: {},
        after: {
          source: "other",
          controls: [controlId],
          plan: `Answered “not yet” for the ${title}. Add the statement to the policy when it is so.`,
          ...given,
          title: text,
        },
        salt: newSalt(),
      }));
      for (const { after } of all) {
        const problems = [...recordProblems(register, after, at)];
        if (problems.length > 0)
          throw new InvalidInput(problems.map(([name, message]) => ({ path: ["fields", name], message })));
      }
      if (all.length === 0) return { answer: { batchId: null, added: 0 }, entry: "unchanged" };
      await checkLinks(tx, companyId, register, given);
      await checkAround(tx, companyId, register, {}, given, at);
      const batchId = randomUUID();
      await insertMany(tx, { ...caller, register, batchId, at }, all);
      return {
        answer: { batchId, added: all.length },
        entry: {
          subject: batchId,
          details: {
            register: register.key,
            label: register.label,
            added: all.length,
            digest: digestOfMany(register, all),
          },
        },
      };
    },

    actions: async ({ input: { versionId }, caller, tx }) => {
      const { text, policy_id: policyId } = await readVersion(tx, caller.companyId, versionId);
      const { document_id: documentId } = await tx
        .selectFrom("app.policies")
        .select("document_id")
        .where("company_id", "=", caller.companyId)
        .where("id", "=", policyId)
        .executeTakeFirstOrThrow();
      if (documentId === null) return [];
      const register = openRegister("actions", caller);
      const promised = promisedSentences(text);
      return (await openActions(tx, caller.companyId, promisesOf(documentId))).map(({ id, number, title, dueOn }) => ({
        recordId: id,
        number: recordNumber(register, number),
        title,
        dueOn,
        promised: promised.has(title),
      }));
    },
  };
}

/** Open actions of the company, in no matter, that are named so; the oldest first. */
async function openActions(tx: Tx, companyId: string, titles: readonly string[]) {
  if (titles.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    number: number;
    title: string;
    dueOn: string | null;
  }>`SELECT r.id, r.number::integer AS number, r.fields ->> 'title' AS title, r.fields ->> 'dueOn' AS "dueOn" FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = 'actions' AND r.ended_at IS NULL AND r.matter_id IS NULL
      AND r.fields ->> 'title' = ANY (${titles as string[]}) ORDER BY r.number`.execute(tx);
  return rows;
}
