import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rulesOf } from "#catalog/finding-rules/rule-sets.ts";
import { judgeReport } from "#domain/verdict.ts";
import { readReport } from "../importers.ts";
import { xccdf } from "./read.ts";
import { xccdfResults } from "./results.ts";

const ssg = "xccdf_org.ssgproject.content_rule_";
const ruleResult = (rule: string, result: string, more = "") =>
  `<rule-result idref="${ssg}${rule}" severity="high" time="2026-11-20T08:00:00"><result>${result}</result>${more}</rule-result>`;
const testResult = (inside: string, attributes = "") =>
  `<TestResult id="t" test-system="cpe:/a:redhat:openscap:1.3.7" end-time="2026-11-20T08:00:00Z" ${attributes}>
    <benchmark href="x.xml" id="xccdf_org.ssgproject.content_benchmark_DEBIAN-12"/><target>web-1</target>${inside}</TestResult>`;
const benchmark = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="b">
    <Rule id="${ssg}no_telnet" severity="low"><title>No <b xmlns="http://www.w3.org/1999/xhtml">telnet</b> server</title></Rule>${inside}</Benchmark>`;

const read = (text: string) => {
  const result = xccdf.read([text]);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.report;
};
const message = (text: string) => {
  const result = xccdf.read([text]);
  return result.ok ? "it was read" : result.refusal.message;
};

describe("results of a benchmark", () => {
  test("are read in all their nine states, and each is counted", () => {
    const states = Object.keys(xccdfResults);
    const report = read(benchmark(testResult(states.map((state) => ruleResult(`r_${state}`, state)).join(""))));
    expect(report).toMatchObject({ tool: "OpenSCAP", scope: "web-1 DEBIAN-12", read: 9 });
    expect(report.counted).toEqual(Object.fromEntries(states.map((state) => [state, 1])));
    expect(
      Object.fromEntries(report.findings.map((finding) => [finding.rule.slice(ssg.length + 2), finding.outcome])),
    ).toEqual({
      pass: "pass",
      fail: "fail",
      error: "unknown",
      unknown: "unknown",
      notapplicable: "not applicable",
      notchecked: "unknown",
      notselected: "not looked at",
      informational: "unknown",
      fixed: "pass",
    });
  });

  test("carry the title of their rule, the host, the severity, and what the scanner says", () => {
    const [first] = read(
      benchmark(testResult(ruleResult("no_telnet", "fail", '<message severity="info">telnetd &lt;runs&gt;</message>'))),
    ).findings;
    expect(first).toEqual({
      tool: "OpenSCAP",
      rule: `${ssg}no_telnet`,
      title: "No server",
      outcome: "fail",
      suppressed: false,
      severity: "High",
      resource: "web-1",
      message: "telnetd <runs>",
      uid: "run 1, result 1",
    });
  });

  test("are found in an asset report, under whatever prefix", () => {
    const inner = testResult(ruleResult("a", "pass") + ruleResult("b", "fail"))
      .replaceAll(/<(\/?)(\w)/g, "<$1x:$2")
      .replace("<x:TestResult", '<x:TestResult xmlns:x="http://checklists.nist.gov/xccdf/1.2"');
    const arf = `<arf:asset-report-collection xmlns:arf="http://scap.nist.gov/schema/asset-reporting-format/1.1"><arf:reports><arf:report id="r"><arf:content>${inner}</arf:content></arf:report></arf:reports></arf:asset-report-collection>`;
    expect(read(arf)).toMatchObject({ read: 2, counted: { pass: 1, fail: 1 } });
    expect(readReport(arf)).toMatchObject({ ok: true, importer: { id: "xccdf" } });
  });

  test("of several runs are all read, and those of another namespace are none", () => {
    const runs = benchmark(testResult(ruleResult("a", "pass")) + testResult(ruleResult("a", "fail")));
    expect(read(runs).findings.map(({ outcome }) => outcome)).toEqual(["pass", "fail"]);
    expect(message(runs.replace("checklists.nist.gov", "elsewhere.example"))).toBe(
      "This XML file holds no XCCDF test result.",
    );
  });

  test("in any pieces are read the same", () => {
    const text = benchmark(testResult(ruleResult("a", "pass") + ruleResult("no_telnet", "fail")));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 97 }), (size) => {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        expect(xccdf.read(pieces)).toEqual(xccdf.read([text]));
      }),
      { numRuns: 30 },
    );
  });
});

describe("G5: a benchmark is met as a whole or not at all", () => {
  const rules = (...severities: string[]) =>
    severities.map((severity, at) => `<Rule id="${ssg}r${at}" severity="${severity}"><title>R</title></Rule>`).join("");
  const results = (...all: string[]) =>
    all.map((result, at) => ruleResult(`r${at}`, result).replace(' severity="high"', "")).join("");
  const profile = '<profile idref="p"/>';
  const outcomes = (text: string) => {
    const report = read(text);
    const verdicts = judgeReport(
      rulesOf({ format: "xccdf", ...report, findings: report.read }),
      report.findings,
      report.doubts,
    );
    return verdicts.map(({ checkId, outcome, reason }) => [checkId, outcome, reason]);
  };
  const plain = (severities: string[], ...all: string[]) =>
    outcomes(
      benchmark(rules(...severities) + testResult(profile + results(...all))).replace(
        /<Rule id="\S*no_telnet".*?<\/Rule>/,
        "",
      ),
    );

  test("two rules that pass do not outweigh those that fail", () => {
    const many = Array.from({ length: 120 }, () => "fail");
    const [[check, outcome, reason] = []] = plain(["high"], "pass", "pass", ...many);
    expect([check, outcome]).toEqual(["config.baseline", "fail"]);
    expect(reason).toMatch(/120 of 122 results failed/);
    expect(plain(["high", "low"], "pass", "fail")[0]?.[1]).toBe("fail");
  });

  test.each([
    [["high", "high"], ["pass", "notselected"], /the profile left out 1 rule of high severity/],
    [["high", "high", "odd", ""], ["pass"], /the profile left out 3 rules of high severity/],
    [["high", "low"], ["pass", "error"], /r1/],
    [["high", "low"], ["pass", "informational"], /r1/],
    [["low"], ["notselected"], /does not list the rules that ran/],
  ])("rules %j with results %j are not known to be met", (severities, all, reason) => {
    const [[check, outcome, why] = []] = plain(severities, ...all);
    expect([check, outcome]).toEqual(["config.baseline", "unknown"]);
    expect(why).toMatch(reason);
  });

  test("every selected rule passes, and none of high severity was left out", () => {
    expect(plain(["high", "low", "medium"], "pass", "notselected", "fixed")).toEqual([
      ["config.baseline", "pass", "2 rules ran, and none of the 2 results fails."],
    ]);
    expect(plain(["high", "high"], "pass", "notapplicable")[0]?.[1]).toBe("pass");
  });

  const whole = benchmark(rules("high") + testResult(profile + results("pass"))).replace(
    /<Rule id="\S*no_telnet".*?<\/Rule>/,
    "",
  );
  test.each([
    ["of nobody we know", whole.replace("org.ssgproject.content_benchmark", "com.example_benchmark"), /publisher/],
    ["without a profile", whole.replace(profile, ""), /no profile/],
    [
      "that was tailored",
      whole.replace(profile, `<tailoring-file href="t.xml" id="t" version="1" time="2026-01-01T00:00:00"/>${profile}`),
      /tailored/,
    ],
    ["without its rules", whole.replace(rules("high"), ""), /not in the file/],
  ])("a benchmark %s is not", (_, text, reason) => {
    expect(outcomes(whole)[0]?.[1]).toBe("pass");
    const [[, outcome, why] = []] = outcomes(text);
    expect(outcome).toBe("unknown");
    expect(why).toMatch(reason);
  });

  test("and is about one host that it names", () => {
    expect(read(whole).targetNamed).toBe(true);
    for (const host of ["localhost", "LOCALHOST.localdomain", ""])
      expect(read(whole.replace("web-1", host)).targetNamed, host).toBe(false);
  });
});

describe("a hostile or damaged file is refused, and nothing of it is read:", () => {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  test.each([
    [
      "a billion laughs",
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">${entities}]><l>&l9;</l>`,
      /document type/,
    ],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /document type/],
    ["a document type elsewhere", '<!DOCTYPE a SYSTEM "https://example.com/a.dtd"><a/>', /document type/],
    ["an entity that nobody declared", benchmark(testResult("&secret;")), /not well-formed/],
    ["nesting without end", "<a>".repeat(100_000), /nested too deep/],
    ["an end that is missing", benchmark(testResult(ruleResult("a", "pass"))).slice(0, -20), /not well-formed/],
    ["another encoding", '<?xml version="1.0" encoding="UTF-16"?><a/>', /written in UTF-16/],
    ["a result that is none of the nine", benchmark(testResult(ruleResult("a", "perhaps"))), /none of the nine/],
    ["a rule without a result", benchmark(testResult('<rule-result idref="a"/>')), /missing/],
    [
      "a result without a rule",
      benchmark(testResult("<rule-result><result>pass</result></rule-result>")),
      /names no rule/,
    ],
    ["a result outside of a run", benchmark(ruleResult("a", "pass")), /outside of a test result/],
    [
      "attributes without end",
      `<a ${Array.from({ length: 100 }, (_, at) => `a${at}=""`).join(" ")}/>`,
      /too many attributes/,
    ],
    ["HTML", "<!doctype html><html><body>Not a report</body></html>", /document type|not well-formed/],
  ])("%s", (_, text, sentence) => {
    expect(message(text)).toMatch(sentence);
  });

  test("XML of any kind, cut anywhere, is read whole or refused", () => {
    const text = benchmark(testResult(ruleResult("a", "pass") + ruleResult("no_telnet", "fail")));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 5 }), (at, noise) => {
        const result = xccdf.read([text.slice(0, at) + noise + text.slice(at + noise.length)]);
        const whole = result.ok ? result.report.findings.length === result.report.read : result.refusal.message !== "";
        expect(whole).toBe(true);
        expect(xccdf.read([text.slice(0, at)]).ok).toBe(false);
      }),
    );
  });
});
