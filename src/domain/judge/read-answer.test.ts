import fc from "fast-check";
import { expect, test } from "vitest";
import { readJudgeAnswer } from "./read-answer.ts";

const restsOn = { exhibits: [1], entries: [2, 3] };
const progress = { decided: 1, asked: 2 };
const check = { check: "a.b", outcome: "pass", reason: "It is.", basis: "machine", progress, restsOn };
const basis = { machine: 1, register: 0, person: 0, documents: 0, notApplicable: 0 };
const control = { control: "c", status: "passing", reason: "It is.", progress, basis, checks: ["a.b"], restsOn };
const part = { check: "a.b", aspect: null, outcome: "pass", reason: "It is.", validForDays: 30 };
const answers = [
  { kind: "none", reason: "no" },
  { kind: "parts", parts: [part] },
  {
    kind: "parts",
    parts: [
      { ...part, validForHours: 9 },
      { ...part, source: "Okta", validForHours: 9 },
    ],
  },
  { kind: "report", source: "Prowler (aws 123456789012)", observedAt: "2026-11-21T05:59:00.000Z", parts: [part] },
  { kind: "controls", checks: [check], controls: [control] },
];

test("an answer is read as it was said", () => {
  for (const answer of answers) expect(readJudgeAnswer(JSON.stringify(answer))).toEqual(answer);
});

/** Everything that stands in a value, as a path to it. */
function paths(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
  return [...(at.length > 0 ? [at] : []), ...inner.flatMap(([name, item]) => paths(item, [...at, name]))];
}

const replaced = (answer: object, path: readonly (string | number)[], by: string) => {
  const copy = structuredClone(answer);
  const holder = path.slice(0, -1).reduce((item: any, name) => item[name], copy);
  holder[path.at(-1)!] = "<other>";
  return JSON.stringify(copy).replace('"<other>"', () => by);
};

test("whatever a judge says in place of a field: it is read as what it should be, or not at all", () => {
  const others = [
    "1e400",
    "-1",
    "0.5",
    "{}",
    '[{"a":1}]',
    '{"length":1,"0":"x"}',
    '"\\ud800"',
    "[".repeat(2e4) + "]".repeat(2e4),
    "false",
  ];
  for (const answer of answers)
    for (const path of paths(answer))
      for (const other of others)
        expect([path, other.slice(0, 20), readJudgeAnswer(replaced(answer, path, other))]).toEqual([
          path,
          other.slice(0, 20),
          undefined,
        ]);
});

test("what has a field too many or too few, or is no answer, is none", () => {
  for (const answer of answers)
    for (const name of Object.keys(answer))
      expect(readJudgeAnswer(JSON.stringify({ ...answer, [name]: undefined }))).toBe(undefined);
  expect(readJudgeAnswer(JSON.stringify({ ...answers[0], more: 1 }))).toBe(undefined);
  expect(readJudgeAnswer('{"kind":"none","reason":"no","__proto__":{"parts":[]}}')).toBe(undefined);
  for (const text of ["", "null", "5", "[]", '"none"', "{", '{"kind":"toString"}', '{"kind":"__proto__"}'])
    expect(readJudgeAnswer(text)).toBe(undefined);
  fc.assert(fc.property(fc.json(), (text) => readJudgeAnswer(text) === undefined));
});
