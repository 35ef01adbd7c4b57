import { sql } from "kysely";
import type * as z from "zod";
import { differingFrom, EDITION, mayAnswer } from "#catalog/policies/answers.ts";
import type { KeptAnswer } from "#catalog/policies/answers.ts";
import type { PolicyAnswer, PolicyEdition } from "#catalog/policies/compose.ts";
import type { policyLibrary } from "#contract/policy-library.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { namesOf } from "../registers/record-rows.ts";

interface Deps {
  readonly now: () => Date;
}

interface Row {
  readonly question: string;
  readonly answer: string | null;
  readonly by: string;
  readonly at: Date;
}

/** What a company answered for all policies of the library. */
export interface KeptAnswers {
  readonly edition: PolicyEdition | null;
  readonly answers: ReadonlyMap<string, KeptAnswer & { readonly by: string }>;
}

/** What the company answered; what was taken back, or is asked no more, is not among it. */
export async function readAnswers(tx: Tx, companyId: string): Promise<KeptAnswers> {
  const { rows } =
    await sql<Row>`SELECT a.question, a.answer, a.changed_by AS by, a.changed_at AS at FROM app.policy_answers a
    WHERE a.company_id = ${companyId} AND a.answer IS NOT NULL ORDER BY a.question`.execute(tx);
  const edition = rows.find(({ question }) => question === EDITION)?.answer as PolicyEdition | undefined;
  const answers = rows
    .filter(({ question, answer }) => mayAnswer({ [question]: answer }))
    .map(({ question, answer, ...said }) => [question, { answer: answer as PolicyAnswer, ...said }] as const);
  return { edition: edition ?? null, answers: new Map(answers) };
}

/** Answers as people read them, with what policies in force say otherwise. */
export async function presentAnswers(
  tx: Tx,
  companyId: string,
  kept: KeptAnswers,
): Promise<z.input<typeof policyLibrary.answer.output>> {
  const nameOf = await namesOf(
    tx,
    [...kept.answers.values()].map(({ by }) => by),
  );
  const { rows } = await sql<{
    id: string;
    title: string;
    documentId: string;
    text: string;
    since: Date;
  }>`SELECT p.id, p.title, p.document_id AS "documentId", v.text, v.in_force_at AS since FROM app.policy_versions v
    JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
    WHERE v.company_id = ${companyId} AND v.state = 'in force' AND p.document_id IS NOT NULL AND ${kept.answers.size > 0}
    ORDER BY lower(p.title), p.id`.execute(tx);
  return {
    edition: kept.edition,
    answers: [...kept.answers].map(([question, { answer, by, at }]) => ({
      question,
      answer,
      by: nameOf(by),
      at: at.toISOString(),
    })),
    differing: rows.flatMap(({ id: policyId, title, ...inForce }) =>
      differingFrom(inForce, kept.answers).map((found) => ({ policyId, title, ...found })),
    ),
  };
}

/** Keeps what a company answers. */
export function policyAnswers({ now }: Deps): Pick<HandlersOf<"policies">, "answer"> {
  return {
    answer: async ({ input: { edition, answers }, caller, tx }) => {
      const { companyId, userId } = caller;
      if (!mayAnswer(answers)) return fail("policy-question");
      const given = new Map<string, string | null>(Object.entries(answers));
      if (edition !== undefined) given.set(EDITION, edition);
      // Who answers at the same moment waits: what the ledger says was answered before is so.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`policy-answers ${companyId}`}, 3))`.execute(tx);
      const before = await readAnswers(tx, companyId);
      const saidBefore = (key: string) =>
        key === EDITION ? before.edition : (before.answers.get(key)?.answer ?? null);
      const changed = [...given].filter(([key, answer]) => saidBefore(key) !== answer);
      const at = now();
      for (const [question, answer] of changed)
        await sql`INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at)
          VALUES (${companyId}, ${question}, ${answer}, ${userId}, ${at})
          ON CONFLICT (company_id, question) DO UPDATE SET answer = excluded.answer, changed_by = excluded.changed_by,
            changed_at = excluded.changed_at`.execute(tx);
      const answer = await presentAnswers(tx, companyId, await readAnswers(tx, companyId));
      if (changed.length === 0) return { answer, entry: "unchanged" };
      const said = (key: string, own: string | null) => `${key}: ${own ?? "not answered"}`;
      return {
        answer,
        entry: {
          subject: companyId,
          details: {
            answers: changed.map(([key, own]) => said(key, own)),
            before: changed.map(([key]) => said(key, saidBefore(key))),
          },
        },
      };
    },
  };
}
