import { z } from "zod";
import { getCheck } from "#catalog/index.ts";
import type { CheckState, Filed, FiledItem } from "./control-states.ts";

const item = z.object({ number: z.number(), name: z.string(), valid_until: z.string(), filed_at: z.string() });

/** What app.facts_to_judge answers; times are text. Its checks are those that pages read, from the same function. */
const facts = z.object({
  size: z.number(),
  version: z.number(),
  checks: z.array(
    z.object({
      check_id: z.string(),
      source: z.string(),
      outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
      reason: z.string(),
      observed_at: z.string(),
      valid_until: z.string(),
      number: z.number(),
    }),
  ),
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

/** The newest results, with the titles of their checks. */
export function checksOf({ checks }: Facts): CheckState[] {
  return checks.map((row) => ({
    checkId: row.check_id,
    title: getCheck(row.check_id).title,
    source: row.source,
    outcome: row.outcome,
    reason: row.reason,
    observedAt: new Date(row.observed_at),
    validUntil: new Date(row.valid_until),
    number: row.number,
  }));
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
