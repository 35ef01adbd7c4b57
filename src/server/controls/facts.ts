import { z } from "zod";
import type { FrameworkKey } from "#catalog/types.ts";
import type { TestsByCheck } from "#domain/manual-tests/decide.ts";
import { documentFacts } from "../documents/document-facts.ts";
import { scopeFrom } from "../systems/read-scope.ts";
import { documentsOf } from "#judge/document-states.ts";
import { combineChecks } from "#judge/check-states.ts";
import type { FactsToJudge } from "#judge/control-states.ts";
import { resultFrom } from "./results.ts";

const scopeFacts = z.object({
  systems: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kinds: z.array(z.string()),
      provider: z.string().nullable(),
      sources: z.array(z.string()),
      ledger_index: z.number(),
    }),
  ),
  decisions: z.array(
    z.object({
      kind: z.string().nullable(),
      system_id: z.string().nullable(),
      declared: z.boolean(),
      reason: z.string(),
      until: z.string().nullable(),
      decided_by: z.string(),
      decided_at: z.string(),
      ledger_index: z.number(),
    }),
  ),
});

const item = z.object({ number: z.number(), filed_at: z.string() });

/** What app.facts_to_judge answers; times are text. Its checks are those that pages read, from the same function. */
const facts = z.object({
  size: z.number(),
  version: z.number(),
  checks: z.array(
    z.object({
      check_id: z.string(),
      aspect: z.string(),
      source: z.string(),
      outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
      reason: z.string(),
      observed_at: z.string(),
      valid_until: z.string(),
      number: z.number(),
      evidence_id: z.string(),
    }),
  ),
  scope: scopeFacts,
  documents: documentFacts,
  frameworks: z.array(z.string()),
  evidence: z.array(z.object({ control_id: z.string(), count: z.number(), newest: item.nullable() })),
  decisions: z.array(z.object({ control_id: z.string(), applicable: z.boolean(), reason: z.string() })),
  standings: z.array(
    z.object({ control_id: z.string(), status: z.enum(["passing", "failing", "needs evidence", "not applicable"]) }),
  ),
});

type Facts = z.output<typeof facts>;

/** What app.facts_to_judge answered, or an error where it is not that. */
export function readFacts(answer: unknown): Facts {
  return facts.parse(answer);
}

/** Everything that decides the company's controls at `now`, with what people tested. */
export function factsToJudge(facts: Facts, now: Date, tests: TestsByCheck): FactsToJudge {
  const frameworks = facts.frameworks as FrameworkKey[];
  const results = facts.checks.map(resultFrom);
  return {
    frameworks,
    checks: combineChecks(results, scopeFrom(facts.scope), now, tests),
    documents: documentsOf(facts.documents, results, frameworks, now),
    evidence: new Map(
      facts.evidence.map(({ control_id: id, count, newest }) => [
        id,
        { count, newest: newest && { number: newest.number, filedAt: new Date(newest.filed_at) } },
      ]),
    ),
    decisions: new Map(facts.decisions.map((row) => [row.control_id, row])),
  };
}
