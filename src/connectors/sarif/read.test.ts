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
    family: "code",
    title: "Use of eval",
    outcome: "fail",
    suppressed: false,
    severity: "High",
    resource: "src/a.js:3",
    message: "eval can be harmful.",
    uid: "g-1",
  });
});

describe("G1: a result is a finding whatever its level", () => {
  test.each([
    [{ level: "error" }, "fail", "High"],
    [{ level: "warning" }, "fail", "Medium"],
    [{ level: "note" }, "fail", "Low"],
    [{ level: "none" }, "fail", "Informational"],
    [{ level: "fatal" }, "fail", "Informational"],
    // The rule's own default, then the standard's.
    [{}, "fail", "High"],
    [{ ruleId: "js/unlisted" }, "fail", "Medium"],
    [{ ruleId: "js/note", level: "note" }, "fail", "High"],
    [{ level: "note", properties: { "security-severity": "9.8" } }, "fail", "Critical"],
    [{ level: "warning", properties: { "security-severity": 6.9 } }, "fail", "Medium"],
    [{ level: "note", properties: { "security-severity": "high" } }, "fail", "Low"],
    [{ kind: "fail", level: "error" }, "fail", "High"],
    [{ kind: "" }, "fail", "High"],
    // What has no level, and what contradicts itself.
    [{ kind: "pass" }, "pass", "Informational"],
    [{ kind: "pass", level: "none" }, "pass", "Informational"],
    [{ kind: "pass", level: "error" }, "unknown", "High"],
    [{ kind: "notApplicable" }, "not applicable", "Informational"],
    [{ kind: "informational" }, "pass", "Informational"],
    [{ kind: "open" }, "unknown", "Informational"],
    [{ kind: "review" }, "unknown", "Informational"],
    [{ kind: "new-in-3.0" }, "unknown", "Informational"],
    // Results of an earlier run, which are not this one's.
    [{ baselineState: "absent" }, "not looked at", "High"],
    [{ baselineState: "unchanged" }, "fail", "High"],
    [{ baselineState: "updated" }, "fail", "High"],
  ])("%j is %s, %s", (more, outcome, severity) => {
    expect(only(more)).toMatchObject({ outcome, severity });
  });

  test("by the level that its invocation gave the rule", () => {
    const overrides = [{ descriptor: { id: "js/eval" }, configuration: { level: "note" } }];
    const invocations = [{ executionSuccessful: true, ruleConfigurationOverrides: overrides }];
    expect(only({}, { invocations })).toMatchObject({ outcome: "fail", severity: "Low" });
  });
});

describe("suppressions", () => {
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
    for (const invocations of [undefined, [], [{ executionSuccessful: true }]])
      expect(read(log(run({ invocations }))).findings).toEqual([]);
  });

  test("that says nothing of its invocations may have ended early, and passes nothing by its silence", () => {
    for (const invocations of [undefined, null, []])
      expect(read(log(run({ invocations }))).doubts).toEqual(["the tool does not say whether its run was successful"]);
    expect(read(log(run({ invocations: [{ executionSuccessful: true }] }))).doubts).toEqual([]);
  });

  test.each<readonly [object, string]>([
    [
      { invocations: [{ executionSuccessful: true }, { executionSuccessful: false }] },
      "The tool says that its run was not successful.",
    ],
    [{ results: undefined }, "The run has no list of results, so it did not look."],
    [{ results: null }, "The run has no list of results, so it did not look."],
    ...[{ results: [{}] }, { invocations: [{}] }, { driver: {} }, { extensions: [{}] }].map(
      (externalPropertyFileReferences) =>
        [
          { externalPropertyFileReferences },
          "The results of this run, or what they rest on, are in other files.",
        ] as const,
    ),
    [{ invocations: [{}] }, "The tool does not say whether its run was successful."],
    [{ invocations: [{ executionSuccessful: true, exitSignalName: "SIGKILL" }] }, "The run was ended, or never began."],
    ...["toolExecutionNotifications", "toolConfigurationNotifications"].flatMap((name) =>
      ["error", "dire"].map(
        (level) =>
          [
            { invocations: [{ executionSuccessful: true, [name]: [{ level, message: { text: "No memory" } }] }] },
            "The run met an error: No memory",
          ] as const,
      ),
    ),
  ])("that proves nothing by its silence says so (%j)", (more, message) => {
    const { findings, doubts, read: count } = read(log(run(more)));
    expect(doubts).toEqual([message.replace(/\.$/, "")]);
    expect(findings).toMatchObject([
      { tool: "CodeQL", rule: "run-completed", outcome: "unknown", suppressed: false, message },
    ]);
    expect(count).toBe(1);
  });

  test("with notes and warnings about itself finished", () => {
    const notes = [{ level: "warning" }, { level: "note" }, {}];
    const invocations = [{ executionSuccessful: true, toolExecutionNotifications: notes }];
    expect(read(log(run({ invocations })))).toMatchObject({ findings: [], doubts: [] });
  });

  test("beside results that stand elsewhere in the file proves nothing", () => {
    const report = read({ ...log(run()), inlineExternalProperties: [{ results: [result()] }] });
    expect(report.doubts).toEqual(["Parts of this file stand beside its runs, and were not read"]);
  });

  test("that broke off still shows what it found", () => {
    const broken = run({ results: [result()], invocations: [{ executionSuccessful: false }] });
    expect(read(log(broken)).findings.map((finding) => finding.outcome)).toEqual(["fail", "unknown"]);
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
  expect(report.findings.map((finding) => finding.uid)).toEqual(["run 1, result 1", "abc", "run 2, result 1"]);
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
        invocations: [
          { executionSuccessful: true, startTimeUtc: "2026-11-20T10:00:00Z", endTimeUtc: "2026-11-20T10:05:00.5Z" },
        ],
        versionControlProvenance: [{ repositoryUri: "https://github.example/acme/app" }],
        automationDetails: { id: "javascript/2026-11-20" },
      }),
      { ...other, invocations: [{ executionSuccessful: true, startTimeUtc: "2026-11-19T10:00:00" }] },
      other,
    ),
  );
  expect(report).toMatchObject({
    tool: "CodeQL, gitleaks by us",
    toolVersion: "2.19.0",
    scope: "https://github.example/acme/app javascript",
    // Two of its runs do not say what they looked at.
    targetNamed: false,
    observedAt: new Date("2026-11-19T10:00:00Z"),
    read: 3,
  });
  expect(report.findings.map((finding) => finding.tool)).toEqual(["CodeQL", "gitleaks by us", "gitleaks by us"]);
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

describe("G2: a run looked for", () => {
  const ran = (more: object) => read(log(run(more))).ran;
  const rules = [{ id: "a" }, { id: "b" }, { id: "c", defaultConfiguration: { enabled: false } }];
  const tool = (name: string, own: readonly object[] = rules, extensions: readonly object[] = []) => ({
    tool: { driver: { name, rules: own }, extensions },
  });

  test("the rules that it lists, that were on, and that found nothing", () => {
    expect(ran(tool("CodeQL"))).toEqual([{ tool: "CodeQL", family: "code", rules: 2 }]);
    expect(ran({ ...tool("gitleaks"), results: [result({ ruleId: "a" })] })).toEqual([
      { tool: "gitleaks", family: "secrets", rules: 1 },
    ]);
    const suppressed = result({ ruleId: "a", suppressions: [{}] });
    expect(ran({ ...tool("ESLint", [{ id: "a" }]), results: [suppressed] })).toEqual([
      { tool: "ESLint", family: "code", rules: 0 },
    ]);
    expect(ran({ ...tool("CodeQL", [{ id: "a" }]), results: [result({ ruleId: "a", kind: "pass" })] })).toEqual([
      { tool: "CodeQL", family: "code", rules: 1 },
    ]);
    expect(ran(tool("CodeQL", [], [{ name: "pack", rules }]))).toEqual([{ tool: "CodeQL", family: "code", rules: 2 }]);
  });

  test("nothing where it lists no rule, or is of a tool that nobody here has heard of", () => {
    expect(ran(tool("ESLint", []))).toEqual([{ tool: "ESLint", family: "code", rules: 0 }]);
    expect(ran(tool("Super Linter 3000"))).toEqual([{ tool: "Super Linter 3000", family: "code", rules: 0 }]);
    expect(ran(tool("leak finder"))).toEqual([{ tool: "leak finder", family: "secrets", rules: 0 }]);
  });

  test.each([
    [{ descriptor: { id: "a" }, configuration: { enabled: false } }, 1],
    [{ descriptor: { index: 1 }, configuration: { enabled: false } }, 1],
    [{ descriptor: { id: "c" }, configuration: { enabled: true } }, 3],
    [{ descriptor: { id: "nobody knows" }, configuration: { enabled: false } }, 0],
  ])("what its invocation left on (%j)", (override, count) => {
    const invocations = [{ executionSuccessful: true, ruleConfigurationOverrides: [override] }];
    expect(ran({ ...tool("CodeQL"), invocations })).toEqual([{ tool: "CodeQL", family: "code", rules: count }]);
  });

  test("of a tool with several kinds of rules, by what each rule says of itself", () => {
    const config = { id: "DS002", name: "Misconfiguration", properties: { tags: ["misconfiguration", "HIGH"] } };
    const secret = { id: "aws-key", properties: { tags: ["secret", "CRITICAL"] } };
    expect(ran({ ...tool("Trivy", [config]), results: [result({ ruleId: "DS002" })] })).toEqual([
      { tool: "Trivy", family: "configuration", rules: 0 },
    ]);
    expect(ran(tool("Trivy", [config, secret, { id: "?" }]))).toEqual([
      { tool: "Trivy", family: "configuration", rules: 1 },
      { tool: "Trivy", family: "secrets", rules: 1 },
    ]);
    expect(ran({ ...tool("Trivy", []), results: [result({ ruleId: "CVE-2026-1" })] })).toEqual([
      { tool: "Trivy", family: "dependencies", rules: 0 },
    ]);
  });
});

describe("G3: what a run looked at is named", () => {
  const named = (more: object) => {
    const { scope, targetNamed } = read(log(run(more)));
    return [scope, targetNamed];
  };
  test("by its repository, without a password, and by nothing else", () => {
    const of = (repositoryUri: string) => named({ versionControlProvenance: [{ repositoryUri }] });
    expect(of("https://user:secret@git.example/acme/app.git")).toEqual(["https://git.example/acme/app", true]);
    expect(of(`https://git.example/${"a".repeat(400)}`)[1]).toBe(true);
    expect(of("")).toEqual(["", false]);
    expect(named({})).toEqual(["", false]);
    expect(named({ automationDetails: { id: "build/7" } })).toEqual(["build", false]);
    expect(named({ properties: { imageName: "registry.example:5000/acme/app:1.2" } })).toEqual([
      "registry.example:5000/acme/app",
      false,
    ]);
  });
});
