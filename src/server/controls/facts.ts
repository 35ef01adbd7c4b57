import { z } from "zod";
import type { TestsByCheck } from "../manual-tests/read-tests.ts";
import { scopeFrom } from "../systems/read-scope.ts";
import { combineChecks } from "./check-states.ts";
import type { CheckState } from "./check-states.ts";
import type { Filed, FiledItem } from "./control-states.ts";
import { resultFrom } from "./results.ts";

const scopeFacts = z.object({
  systems: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kinds: z.array(z.string()),
      provider: z.string().nullable(),
      sources: z.array(z.string()),
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

const item = z.object({ number: z.number(), name: z.string(), valid_until: z.string(), filed_at: z.string() });

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
  evidence: z.array(
    z.object({ control_id: z.string(), count: z.number(), newest: item.nullable(), valid: item.nullable() }),
  ),
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

/** What the answers, the scope and people's tests come to for each check. */
export function checksOf({ checks, scope }: Facts, now: Date, tests?: TestsByCheck): CheckState[] {
  return combineChecks(checks.map(resultFrom), scopeFrom(scope), now, tests);
}

/** What is on file, by control. */
export function evidenceOf({ evidence }: Facts): Map<string, Filed> {
  return new Map(
    evidence.map(({ control_id, count, newest, valid }) => [
      control_id,
      { count, newest: newest && itemOf(newest), valid: valid && itemOf(valid) },
    ]),
  );
}

const itemOf = ({ number, name, valid_until, filed_at }: z.output<typeof item>): FiledItem => ({
  number,
  name,
  validUntil: new Date(valid_until),
  filedAt: new Date(filed_at),
});
