import { canonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";
import type { JudgeAnswer } from "./contract.ts";
import { checkSaid, controlSaid, count, listOf, orNull, record, text } from "./shapes.ts";
import type { Shape } from "./shapes.ts";

const part = { check: text, aspect: orNull(text), outcome: text, reason: text, validForDays: count };
const toTheHour = { ...part, validForHours: count };
const ways = [part, { ...part, source: text }, toTheHour, { ...toTheHour, source: text }].map(record);
const parts = listOf((value) => ways.some((isSo) => isSo(value)));
const shapes: Readonly<Record<JudgeAnswer["kind"], Shape>> = {
  none: record({ kind: text, reason: text }),
  parts: record({ kind: text, parts }),
  report: record({ kind: text, source: text, observedAt: text, parts }),
  controls: record({
    kind: text,
    checks: listOf(record(checkSaid)),
    controls: listOf(record(controlSaid)),
  }),
};

/**
 * A judge's answer; undefined for anything that is not one, field by field: a judge of somebody else may answer whatever it likes. Each
 * value in it has a canonical form.
 */
export function readJudgeAnswer(answer: string): JudgeAnswer | undefined {
  try {
    const value = JSON.parse(answer) as { readonly kind?: unknown } | null;
    canonicalJson(value as CanonicalValue);
    const kind = value?.kind;
    const isKnown = typeof kind === "string" && Object.hasOwn(shapes, kind);
    return isKnown && shapes[kind as JudgeAnswer["kind"]](value) ? (value as JudgeAnswer) : undefined;
  } catch {
    // No JSON, no canonical form, or nested too deeply for either.
    return undefined;
  }
}
