import { describe, expect, test } from "vitest";
import { connectors } from "#connectors/index.ts";
import type { ControlsQuestion, JudgeAnswer } from "#domain/judge/contract.ts";
import { exhibitOf, REPORT } from "#tests/support/judged-bundle.ts";
import { accounts } from "./accounts.ts";
import { judge } from "./judge.ts";

const AT = "2026-11-21T05:59:00.000Z";
const LATER = "2027-11-21T05:59:00.000Z";
const ask = (question: unknown) => JSON.parse(judge(JSON.stringify(question))) as JudgeAnswer;

const system = { kinds: [], provider: null, sources: [] };
const answer = {
  outcome: "pass",
  reason: "All is well.",
  observedAt: AT,
  validUntil: LATER,
  number: 1,
  ledgerIndex: 5,
} as const;
const tested = {
  aspect: null,
  conclusion: "passes",
  reason: "Tested by a person.",
  testedAt: AT,
  validUntil: LATER,
} as const;
const filed = {
  from: "2026-11-01",
  to: "2026-11-20",
  filedAt: AT,
  accepted: true,
  reason: null,
  printed: false,
  own: false,
  anotherSince: null,
};
const declared = { declared: true, until: "2027-01-31" };

/** Of each list it holds something that a check or control passes, or does not apply, by. */
const controls: ControlsQuestion = {
  kind: "controls",
  instant: "2026-11-22T05:59:00.000Z",
  scope: {
    systems: [
      { ...system, id: "s1", name: "acme", provider: "github", sources: ["GitHub (acme)"], ledgerIndex: 1 },
      { ...system, id: "s2", name: "board", kinds: ["tracker"], ledgerIndex: 2 },
      { ...system, id: "s3", name: "toys", kinds: ["site"], ledgerIndex: 3 },
    ],
    decisions: [
      { ...declared, kind: "cloud", systemId: null, reason: "None.", ledgerIndex: 4 },
      { ...declared, kind: null, systemId: "s3", reason: "A toy.", ledgerIndex: 5 },
    ],
  },
  input: {
    frameworks: ["soc2"],
    answers: [
      { ...answer, check: "auth.no-secrets-in-code", aspect: "scanning", source: "GitHub (acme)" },
      { ...answer, check: "auth.no-secrets-in-code", aspect: "alerts", source: "GitHub (acme)" },
      { ...answer, check: "oversight.actions-on-time", aspect: "tickets", source: "Report by Board (board)" },
      { ...answer, check: "oversight.leadership-minutes", aspect: "document", source: "Exhibit registers" },
    ],
    tests: ["owner-named", "review-within-quarter", "audit-within-year"].map((name, index) => ({
      ...tested,
      check: `oversight.${name}`,
      withdrawn: false,
      number: 2,
      ledgerIndex: 6 + index,
    })),
    filings: [
      { ...filed, document: "oversight.program-charter", number: 3, ledgerIndex: 9 },
      { ...filed, document: "oversight.leadership-minutes", printed: true, number: 4, ledgerIndex: 10 },
      // Who filed it accepted it, and another person can since then.
      { ...filed, document: "oversight.internal-audit", own: true, anotherSince: AT, number: 5, ledgerIndex: 11 },
    ],
    documentDecisions: [{ ...declared, document: "oversight.corrective-actions", ledgerIndex: 12 }],
    applicability: [{ control: "XC-22", applicable: false, reason: "No devices.", ledgerIndex: 13 }],
  },
};

const { run, ...github } = exhibitOf("a".repeat(64));
const collection = { kind: "collection", instant: AT, input: { ...github, run } };

type Path = readonly (string | number)[];
type Holder = Record<string | number, unknown>;

function leavesOf(value: unknown, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path];
  // What checks read of an item has a sweep of its own, and what an exhibit says besides plays no part.
  if (path.at(-1) === "data" || ["results", "judged"].includes(String(path[1]))) return [];
  if (typeof value !== "object" || value === null) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, held]) =>
      leavesOf(held, [...path, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

function changed(question: unknown, path: Path, change: (holder: Holder, name: string | number) => void): unknown {
  const copy = structuredClone(question);
  const holder = path.slice(0, -1).reduce((held, name) => (held as Holder)[name], copy);
  change(holder as Holder, path.at(-1)!);
  return copy;
}

const OTHERS: readonly unknown[] = [
  null,
  true,
  -7,
  0.5,
  "unlisted",
  "NaN",
  "2026-02-30",
  "2026-02-30T05:59:00.000Z",
  [],
  {},
  [null],
  ["unlisted"],
];

/** What passes, by name. */
function passing(answer: JudgeAnswer): string[] {
  if (answer.kind === "none") return [];
  if (answer.kind !== "controls")
    return answer.parts.filter(({ outcome }) => outcome === "pass").map(({ check, aspect }) => `${check}/${aspect}`);
  return [
    ...answer.checks
      .filter(({ outcome }) => outcome === "pass" || outcome === "not applicable")
      .map(({ check }) => check),
    ...answer.controls
      .filter(({ status }) => status === "passing" || status === "not applicable")
      .map(({ control }) => control),
  ];
}

const [ENTRY, WORDS] = [
  String.raw`(answers|tests|filings|documentDecisions|applicability|systems|decisions)\.\d+`,
  String.raw`(\.\d+)?$`,
];
/** Fields for which a value of another form, or one that this judge never heard of, is as good as their own. */
const TAKEN = {
  // Names, words of people, and what the library or the list of systems does not have any more.
  string: new RegExp(
    `${ENTRY}\\.(id|name|reason|check|aspect|document|control|source|systemId)$|sources${WORDS}|missing${WORDS}|(account|run|subject)\\.(id|label|type)$|detail$|gap$|Jql$|timeZone$|(approvedCollaborators|publicRepositories|notProduction)${WORDS}`,
  ),
  null: new RegExp(
    `answers\\.\\d+\\.aspect$|tests\\.\\d+\\.aspect$|filings\\.\\d+\\.(accepted|reason|anotherSince)$|until$|provider$`,
  ),
  boolean: /(declared|withdrawn|applicable|accepted|printed|own)$/,
  list: /(systems|decisions|kinds|sources|frameworks|answers|tests|filings|documentDecisions|applicability|steps|items|missing|approvedCollaborators|publicRepositories|notProduction)$/,
  "list of words": /(sources|missing|approvedCollaborators|publicRepositories|notProduction)$/,
} as const;

function mayHold(place: string, value: unknown): boolean {
  if (Array.isArray(value))
    return value[0] === null ? false : TAKEN[value.length > 0 ? "list of words" : "list"].test(place);
  if (value === null) return TAKEN.null.test(place);
  return (typeof value === "string" || typeof value === "boolean") && TAKEN[typeof value as "string"].test(place);
}

describe.each([
  ["controls", controls],
  ["collection", collection],
])("of a passing question about %s", (_, question) => {
  const before = ask(question);
  const leaves = leavesOf(question);

  test("it is answered, and much passes", () => {
    expect(passing(before).length).toBeGreaterThan(5);
    expect(leaves.length).toBeGreaterThan(60);
  });

  test("no field may be left out", () => {
    for (const path of leaves) {
      if (typeof path.at(-1) === "number" || path.at(-1) === "gap") continue;
      const without = changed(question, path, (holder, name) => delete holder[name]);
      expect([path.join("."), ask(without).kind]).toEqual([path.join("."), "none"]);
    }
  });

  test("no field may hold what it does not name, and nothing passes by what it may hold", () => {
    for (const path of leaves) {
      const place = path.join(".");
      const was = path.reduce((held, name) => (held as Holder)[name], question as unknown);
      for (const other of OTHERS.filter((value) => value !== was)) {
        const answered = ask(changed(question, path, (holder, name) => (holder[name] = other)));
        if (answered.kind === "none") continue;
        expect([place, other, mayHold(place, other)]).toEqual([place, other, true]);
        const more = passing(answered).filter((name) => !passing(before).includes(name));
        expect([place, other, more]).toEqual([place, other, []]);
      }
    }
  });
});

const mapping = {
  name: "Scan",
  header: ["rule", "result"],
  columns: { rule: "rule", outcome: "result" },
  words: { ok: "pass" },
};
const report = {
  kind: "report",
  instant: AT,
  input: { text: REPORT, sha256: "a".repeat(64), target: "acme", mapping: null },
};
const table = { ...report, input: { ...report.input, text: "rule,result\nauth.mfa-enforced,ok\n", mapping } };

describe.each([
  ["a report", report, /target$/],
  ["a table", table, /(text|target|mapping|name|header|header\.\d+|columns|words|columns\.\w+)$/],
])("of a question about %s", (_, question, taken) => {
  const before = ask(question);
  const leaves = leavesOf(question);

  test("no field may be left out but names of columns and words, which then pass nothing", () => {
    expect(before.kind).toBe("report");
    for (const path of leaves) {
      if (typeof path.at(-1) === "number") continue;
      const answered = ask(changed(question, path, (holder, name) => delete holder[name]));
      const place = path.join(".");
      const isTaken = answered.kind === "none" || /(columns|words)\.\w+$/.test(place);
      expect([place, isTaken, passing(answered)]).toEqual([place, true, []]);
    }
  });

  test("no field may hold what it does not name, and nothing passes by what it may hold", () => {
    for (const path of leaves) {
      const place = path.join(".");
      const was = path.reduce((held, name) => (held as Holder)[name], question as unknown);
      for (const other of OTHERS.filter((value) => value !== was)) {
        const answered = ask(changed(question, path, (holder, name) => (holder[name] = other)));
        if (answered.kind === "none") continue;
        expect([place, other, taken.test(place)]).toEqual([place, other, true]);
        expect([place, other, passing(answered).filter((name) => !passing(before).includes(name))]).toEqual([
          place,
          other,
          [],
        ]);
      }
    }
  });
});

test("of two entries of one name neither hides the other: there may be one", () => {
  const twice = controls.input.applicability.flatMap((decision) => [decision, { ...decision, applicable: true }]);
  expect(ask({ ...controls, input: { ...controls.input, applicability: twice } })).toEqual({
    kind: "none",
    reason: "input.applicability[1].control is missing, or is not what it should be",
  });
  const [failed, ...steps] = collection.input.steps;
  const hidden = {
    ...collection,
    input: { ...collection.input, steps: [{ ...failed!, status: "failed" }, failed, ...steps] },
  };
  expect(ask(hidden)).toMatchObject({ kind: "none", reason: expect.stringContaining("input.steps[1].step") });
});

test("a decision is about a kind or a system, and not about both or none", () => {
  const about = (change: object) => {
    const [decision, ...decisions] = controls.scope.decisions;
    return ask({ ...controls, scope: { ...controls.scope, decisions: [{ ...decision, ...change }, ...decisions] } });
  };
  for (const change of [{ kind: null }, { systemId: "s1" }])
    expect(about(change)).toMatchObject({ kind: "none", reason: expect.stringContaining("decisions[0].systemId") });
});

test("fields that this judge does not read are none of its concern", () => {
  expect(ask({ ...controls, note: 1, input: { ...controls.input, note: {} } })).toEqual(ask(controls));
});

describe.each(connectors.map((connector) => ({ connector, id: connector.manifest.id })))("$id", ({ connector, id }) => {
  const { steps, prefix, kinds, settings } = accounts[id];

  test("a judge knows the steps, kinds of items and settings of its manifest, and takes its defaults", () => {
    expect(steps).toEqual(connector.steps.map((step) => step.id));
    expect(kinds.map((kind) => `${prefix}.${kind}`)).toEqual(Object.keys(connector.manifest.kinds));
    const defaults = connector.manifest.settings.parse({});
    expect(Object.keys(settings)).toEqual(Object.keys(defaults));
    for (const [name, shape] of Object.entries(settings)) {
      expect([name, shape(defaults[name])]).toEqual([name, true]);
      // Whether there is such a time zone takes Intl to say; nothing that answers a part asks for it.
      const isTaken = (other: unknown) =>
        name === "timeZone" || connector.manifest.settings.safeParse({ ...defaults, [name]: other }).success;
      const refused = [null, "abc", 5000, [1], {}].filter((other) => !isTaken(other));
      expect([name, refused.filter((other) => shape(other))]).toEqual([name, []]);
    }
  });
});
