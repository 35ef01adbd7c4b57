import { describe, expect, test } from "vitest";
import { maxFindings } from "../report.ts";
import { sarif } from "./read.ts";

const driver = {
  name: "CodeQL",
  semanticVersion: "2.19.0",
  rules: [
    { id: "js/eval", shortDescription: { text: "Use of eval" }, defaultConfiguration: { level: "error" } },
    {
      id: "js/note",
      properties: { "security-severity": "7.5" },
      messageStrings: { default: { text: "{0} is read from {1}." } },
    },
  ],
};
const result = (more: object = {}) => ({ ruleId: "js/eval", message: { text: "eval can be harmful." }, ...more });
const run = (more: object = {}) => ({ tool: { driver }, results: [], ...more });
const log = (...runs: object[]) => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs,
});

function read(json: unknown) {
  const answer = sarif.read(json);
  if (!answer.ok) throw new Error(answer.refusal.message);
  return answer.report;
}

function refusal(json: unknown) {
  const answer = sarif.read(json);
  if (answer.ok) throw new Error("It was read.");
  return answer.refusal;
}

const only = (more: object, around: object = {}) => read(log(run({ results: [result(more)], ...around }))).findings[0]!;

test("a result is read with its rule, place and level", () => {
  const place = { physicalLocation: { artifactLocation: { uri: "src/a.js" }, region: { startLine: 3 } } };
  expect(only({ locations: [place], level: "error", guid: "g-1" })).toEqual({
    tool: "CodeQL",
    rule: "js/eval",
    title: "Use of eval",
    outcome: "fail",
    suppressed: false,
    severity: "High",
    resource: "src/a.js:3",
    message: "eval can be harmful.",
    uid: "g-1",
  });
});

describe("what fails", () => {
  test.each([
    [{ level: "error" }, "fail", "High"],
    [{ level: "warning" }, "pass", "Medium"],
    [{ level: "note" }, "pass", "Low"],
    [{ level: "none" }, "pass", "Informational"],
    [{ level: "fatal" }, "unknown", "Informational"],
    // The rule's own default, then the standard's.
    [{}, "fail", "High"],
    [{ ruleId: "js/unlisted" }, "pass", "Medium"],
    [{ ruleId: "js/note", level: "note" }, "fail", "High"],
    [{ level: "note", properties: { "security-severity": "9.8" } }, "fail", "Critical"],
    [{ level: "warning", properties: { "security-severity": 6.9 } }, "pass", "Medium"],
    [{ level: "note", properties: { "security-severity": "high" } }, "pass", "Low"],
    [{ kind: "fail", level: "error" }, "fail", "High"],
    [{ kind: "pass" }, "pass", "High"],
    [{ kind: "notApplicable" }, "pass", "High"],
    [{ kind: "informational" }, "pass", "High"],
    [{ kind: "open" }, "unknown", "High"],
    [{ kind: "review" }, "unknown", "High"],
    [{ kind: "new-in-3.0" }, "unknown", "High"],
    [{ baselineState: "absent" }, "pass", "High"],
    [{ baselineState: "unchanged" }, "fail", "High"],
  ])("%j is %s, %s", (more, outcome, severity) => {
    expect(only(more)).toMatchObject({ outcome, severity });
  });

  test.each([
    [[], false],
    [undefined, false],
    [[{ kind: "inSource" }], true],
    [[{ status: "accepted" }], true],
    [[{ status: "underReview" }], false],
    [[{ status: "accepted" }, { status: "rejected" }], false],
  ])("suppressions %j suppress: %s", (suppressions, suppressed) => {
    expect(only({ suppressions })).toMatchObject({ outcome: "fail", suppressed });
  });
});

describe("a run", () => {
  test("without results that finished is silent", () => {
    for (const invocations of [undefined, [], [{ executionSuccessful: true }], [{}]])
      expect(read(log(run({ invocations }))).findings).toEqual([]);
  });

  test.each([
    [
      { invocations: [{ executionSuccessful: true }, { executionSuccessful: false }] },
      "The tool says that its run was not successful.",
    ],
    [{ results: undefined }, "The run has no list of results, so it did not look."],
    [{ results: null }, "The run has no list of results, so it did not look."],
    [
      { results: undefined, externalPropertyFileReferences: { results: [{}] } },
      "The results of this run are in other files.",
    ],
  ])("that proves nothing by its silence says so (%j)", (more, message) => {
    const { findings, read: count } = read(log(run(more)));
    expect(findings).toMatchObject([
      { tool: "CodeQL", rule: "run-completed", outcome: "unknown", suppressed: false, message },
    ]);
    expect(count).toBe(1);
  });

  test("that broke off still shows what it found", () => {
    const broken = run({ results: [result()], invocations: [{ executionSuccessful: false }] });
    expect(read(log(broken)).findings.map((one) => one.outcome)).toEqual(["fail", "unknown"]);
  });
});

describe("rules", () => {
  const extension = {
    name: "pack",
    guid: "00000000-0000-0000-0000-000000000001",
    rules: [{ id: "x/1", name: "FromPack", defaultConfiguration: { level: "error" } }],
  };
  const tool = { driver, extensions: [extension] };

  test.each([
    ["by id in the driver", { ruleId: "js/eval" }, "js/eval", "Use of eval"],
    ["by index alone", { ruleId: undefined, ruleIndex: 0 }, "js/eval", "Use of eval"],
    ["as part of a listed rule", { ruleId: "js/eval/strict" }, "js/eval/strict", "Use of eval"],
    ["by id in an extension", { ruleId: "x/1" }, "x/1", "FromPack"],
    [
      "by index in a numbered extension",
      { ruleId: undefined, rule: { index: 0, toolComponent: { index: 0 } } },
      "x/1",
      "FromPack",
    ],
    [
      "by index in a named extension",
      { ruleId: undefined, rule: { index: 0, toolComponent: { name: "pack" } } },
      "x/1",
      "FromPack",
    ],
    [
      "by index in an identified extension",
      { ruleId: undefined, rule: { index: 0, toolComponent: { guid: extension.guid } } },
      "x/1",
      "FromPack",
    ],
    ["by id where the index points elsewhere", { ruleId: "js/eval", ruleIndex: 1 }, "js/eval", "Use of eval"],
    ["not at all", { ruleId: "y/9", ruleIndex: 99 }, "y/9", "y/9"],
    ["nor named", { ruleId: undefined }, "unnamed", "unnamed"],
  ])("are found %s", (_, more, rule, title) => {
    expect(only(more, { tool })).toMatchObject({ rule, title });
  });

  test("lend their message to results that only refer to it", () => {
    expect(only({ ruleId: "js/note", message: { id: "default", arguments: ["x", "the request"] } }).message).toBe(
      "x is read from the request.",
    );
    expect(only({ message: { id: "lost" } }).message).toBe("lost");
  });
});

test("places come from the run's artifacts or from logical locations where no address is given", () => {
  const artifacts = [{ location: { uri: "src/b.js" } }];
  expect(only({ locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }] }, { artifacts }).resource).toBe(
    "src/b.js",
  );
  expect(only({ locations: [{ logicalLocations: [{ fullyQualifiedName: "pkg.Type.method" }] }] }).resource).toBe(
    "pkg.Type.method",
  );
  expect(only({}).resource).toBe("");
});

test("findings without an id of their own are told apart by their place in the file", () => {
  const report = read(
    log(run({ results: [result(), result({ partialFingerprints: { hash: "abc" } })] }), run({ results: [result()] })),
  );
  expect(report.findings.map((one) => one.uid)).toEqual(["run 1, result 1", "abc", "run 2, result 1"]);
});

test("a file of several tools names them all and keeps their findings apart", () => {
  const other = {
    tool: { driver: { name: "gitleaks, by us", version: "8.0.0" } },
    results: [result({ ruleId: "aws" })],
  };
  const report = read(
    log(
      run({
        results: [result()],
        invocations: [{ startTimeUtc: "2026-11-20T10:00:00Z", endTimeUtc: "2026-11-20T10:05:00.5Z" }],
        versionControlProvenance: [{ repositoryUri: "https://github.example/acme/app" }],
        automationDetails: { id: "javascript/2026-11-20" },
      }),
      { ...other, invocations: [{ startTimeUtc: "2026-11-19T10:00:00" }] },
      other,
    ),
  );
  expect(report).toMatchObject({
    tool: "CodeQL, gitleaks by us",
    toolVersion: "2.19.0",
    scope: "https://github.example/acme/app javascript",
    observedAt: new Date("2026-11-19T10:00:00Z"),
    read: 3,
  });
  expect(report.findings.map((one) => one.tool)).toEqual(["CodeQL", "gitleaks by us", "gitleaks by us"]);
});

test("damaged files are refused whole, with the place", () => {
  expect(refusal(log(run({ results: [result(), { ruleId: "x" }] })))).toEqual({
    code: "malformed",
    message: "This SARIF report cannot be read: runs.0.results.1.message is missing or wrong.",
  });
  expect(refusal(log({ results: [] })).message).toContain("runs.0.tool");
  expect(refusal(log()).message).toBe("This SARIF report holds no runs.");
});

test("more results than one file may hold are refused, however they are spread over runs", () => {
  const half = run({ results: Array.from({ length: maxFindings / 2 + 1 }, () => result()) });
  expect(refusal(log(half, half)).code).toBe("too-many-findings");
});

test.each([
  [log(), true],
  [log({}), true],
  [{ version: "2.1.0", runs: null }, false],
  [{ version: "2.0.0", runs: [] }, false],
  [[], false],
  [null, false],
])("recognises its own format (case %#)", (json, expected) => {
  expect(sarif.recognises(json)).toBe(expected);
});
