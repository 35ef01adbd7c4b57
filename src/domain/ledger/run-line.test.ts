import { expect, test } from "vitest";
import { connectors } from "#connectors/index.ts";
import { canonicalJson } from "./canonical-json.ts";
import { COLLECTED, formatSeen, parseRunLine, seenAt } from "./run-line.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 5, minute));
const parts = connectors.flatMap(({ checks }) => checks.flatMap(({ answers }) => answers));

function lineOf(seen: readonly string[]) {
  const details = canonicalJson({ event: COLLECTED, exhibit: "EX-000001", observedAt: at(59).toISOString(), seen });
  const commitment = `${"A".repeat(43)}=`;
  const id = "0190c0de-0000-4000-8000-000000000001";
  const entry = canonicalJson({ at: at(59).toISOString(), c: commitment, id, t: COLLECTED, v: 1 });
  return canonicalJson({ details, entry, index: 1, proof: [], salt: `${"A".repeat(22)}==` });
}

test("a run's entry says of every part of every connector when it was seen, and a text for each other moment", () => {
  const seen = new Map(parts.map((part, place) => [part, at(59 - (place % 3))]));
  const texts = formatSeen(seen, at(59));
  expect(texts).toHaveLength(2);
  const { run } = parseRunLine(lineOf(texts))!;
  expect(parts.length).toBeGreaterThan(50);
  for (const [part, moment] of seen) expect([part, seenAt(run, part)]).toEqual([part, moment.toISOString()]);
});

test("a run that saw all of it at its own moment names no other", () => {
  expect(formatSeen(new Map(parts.map((part) => [part, at(59)])), at(59))).toEqual([]);
  expect(seenAt(parseRunLine(lineOf([]))!.run, parts[0]!)).toBe(at(59).toISOString());
});
