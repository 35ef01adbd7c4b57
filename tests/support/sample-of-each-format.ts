import type { CsvMapping } from "#domain/csv-mapping.ts";
import type { ImportFormat } from "#domain/import-format.ts";

/** A file of one format that fills every field which its reader knows. `mapping` says how a CSV is read. */
export interface FormatSample {
  /** JSON, or a text that has one element or record on each line. */
  readonly file: object | string;
  readonly mapping?: CsvMapping;
}

/** One of each: a format without a sample does not compile. */
export const sampleOfEachFormat: Readonly<Record<ImportFormat, FormatSample>> = {
  "prowler-ocsf": {
    file: [
      {
        class_uid: 2004,
        metadata: { event_code: "iam_root_mfa", product: { name: "Prowler", version: "5.3.0" } },
        status_code: "FAIL",
        status: "New",
        status_id: 1,
        status_detail: "Root has no MFA.",
        message: "No MFA.",
        severity: "High",
        time: 1_795_600_000,
        time_dt: "2026-11-20T08:00:00",
        finding_info: { uid: "prowler-1", title: "Root has MFA" },
        resources: [{ uid: "arn:aws:iam::123456789012:root", name: "root" }],
        cloud: { provider: "aws", account: { uid: "123456789012" } },
        unmapped: { provider: "aws" },
      },
    ],
  },
  sarif: {
    file: {
      version: "2.1.0",
      runs: [
        {
          tool: {
            driver: {
              name: "CodeQL",
              version: "2.19.0",
              rules: [
                {
                  id: "js/eval",
                  name: "Eval",
                  shortDescription: { text: "Use of eval" },
                  messageStrings: { default: { text: "{0} is read from {1}." } },
                  defaultConfiguration: { level: "error" },
                  properties: { "security-severity": "7.5" },
                },
              ],
            },
            extensions: [{ name: "pack", guid: "g", rules: [{ id: "x/1", name: "Inner" }] }],
          },
          results: [
            {
              ruleId: "x/1/part",
              ruleIndex: 5,
              rule: { id: "x/1", index: 5, toolComponent: { name: "pack", guid: "g" } },
              kind: "fail",
              level: "error",
              message: { text: "{0} is read from {1}.", id: "default", arguments: ["x", "y"] },
              locations: [
                {
                  physicalLocation: { artifactLocation: { uri: "src/a.js", index: 0 }, region: { startLine: 3 } },
                  logicalLocations: [{ fullyQualifiedName: "a.b", name: "b" }],
                },
              ],
              suppressions: [{ status: "accepted" }],
              baselineState: "new",
              guid: "g-1",
              fingerprints: { "0": "f" },
              partialFingerprints: { "1": "p" },
              properties: { "security-severity": "7.5" },
            },
          ],
          artifacts: [{ location: { uri: "src/a.js" } }],
          invocations: [
            {
              executionSuccessful: true,
              startTimeUtc: "2026-11-20T08:00:00Z",
              endTimeUtc: "2026-11-20T08:01:00Z",
            },
          ],
          automationDetails: { id: "build/main/7" },
          versionControlProvenance: [{ repositoryUri: "https://example.com/a" }],
          externalPropertyFileReferences: { results: [] },
        },
      ],
    },
  },
  asff: {
    file: [
      {
        Findings: [
          {
            SchemaVersion: "2018-10-08",
            Id: "arn:aws:securityhub:eu-west-1:123456789012:finding/1",
            ProductArn: "arn:aws:securityhub:eu-west-1::product/acme/scanner",
            ProductName: "Scanner",
            GeneratorId: "security-control/IAM.9",
            AwsAccountId: "123456789012",
            Region: "eu-west-1",
            Title: "MFA for root",
            Description: "Root has no MFA.",
            UpdatedAt: "2026-11-20T08:00:00.000Z",
            Severity: { Label: "CRITICAL", Normalized: 90, Original: "9" },
            Compliance: { Status: "FAILED", SecurityControlId: "" },
            Workflow: { Status: "NEW" },
            RecordState: "ACTIVE",
            Resources: [{ Id: "AWS::::Account:123456789012" }],
            ProductFields: { ControlId: "IAM.9" },
          },
        ],
      },
    ],
  },
  cyclonedx: {
    file: {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: "urn:uuid:1",
      metadata: {
        timestamp: "2026-11-20T08:00:00Z",
        tools: { components: [{ vendor: "acme", name: "trivy", version: "0.60.0" }], services: [{ name: "s" }] },
        component: { "bom-ref": "app", name: "app", version: "1.0.0" },
      },
      components: [
        {
          "bom-ref": "a",
          name: "a",
          version: "1",
          purl: "pkg:npm/a@1",
          components: [{ "bom-ref": "b", name: "b", version: "2" }],
        },
      ],
      vulnerabilities: [
        {
          "bom-ref": "v",
          id: "CVE-2026-1",
          description: "Overflow",
          detail: "More",
          ratings: [{ score: 9.8, severity: "critical", method: "CVSSv31" }],
          analysis: { state: "exploitable", detail: "It is reached." },
          affects: [{ ref: "a" }],
        },
      ],
    },
  },
  spdx: {
    file: {
      spdxVersion: "SPDX-2.3",
      SPDXID: "SPDXRef-DOCUMENT",
      name: "app@1.0.0",
      creationInfo: { created: "2026-11-20T08:00:00Z", creators: ["Organization: Acme", "Tool: syft-1.2.3"] },
      packages: [{ SPDXID: "SPDXRef-a", name: "a" }],
      files: [{ SPDXID: "SPDXRef-f", fileName: "./f" }],
    },
  },
  oscal: {
    file: {
      "assessment-results": {
        uuid: "u",
        metadata: {
          title: "Monthly",
          version: "1",
          "oscal-version": "1.1.3",
          parties: [{ type: "organization", name: "Acme" }],
        },
        results: [
          {
            title: "First",
            start: "2026-11-01T00:00:00Z",
            end: "2026-11-02T00:00:00Z",
            observations: [
              {
                uuid: "o",
                title: "Looked",
                description: "As it was",
                props: [{ name: "check", ns: "urn:exhibit:oscal", value: "auth.mfa-enforced" }],
                collected: "2026-11-01T00:00:00Z",
                subjects: [{ "subject-uuid": "s", title: "Host" }],
              },
            ],
            findings: [
              {
                uuid: "f",
                title: "Least privilege",
                description: "Roles have too much.",
                target: {
                  "target-id": "ac-6.1_obj",
                  status: { state: "not-satisfied", reason: "fail", remarks: "Too much" },
                },
                "related-observations": [{ "observation-uuid": "o" }],
              },
            ],
          },
        ],
      },
    },
  },
  xccdf: {
    file: `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="b">
<Rule id="xccdf_org.ssgproject.content_rule_no_telnet" severity="low">
<title>No telnet server &amp; client</title>
</Rule>
<TestResult id="t" test-system="cpe:/a:acme:scanner_x:1.3.7" end-time="2026-11-20T08:00:00Z">
<benchmark href="x.xml" id="xccdf_org.ssgproject.content_benchmark_DEBIAN-12"/>
<target>web-1</target>
<profile idref="p"/>
<rule-result idref="xccdf_org.ssgproject.content_rule_no_telnet" severity="high"><result>fail</result>
<message severity="info">It is installed.</message>
</rule-result>
<rule-result idref="r2"><result>pass</result><message>Fine</message></rule-result>
</TestResult>
</Benchmark>`,
  },
  lynis: {
    file: `# Lynis Report
report_version_major=1
hostname=web-1
lynis_version=3.1.1
warning[]=PKGS-7392|Found vulnerable packages.|-|-|
suggestion[]=BOOT-5264|Consider hardening|Run this|-|
tests_executed=PKGS-7392|BOOT-5264|AUTH-1|
tests_skipped=MALW-1|
report_datetime_end=2026-11-20 08:00:00
`,
  },
  csv: {
    file: `Check,Title,Result,Severity,Host,Notes,Date
auth.mfa-enforced,MFA,OK,high,web-1,"fine, ""really""",2026-11-20
laptop,Disk,OK,low,web-2,,2026-11-20 08:00:00
`,
    mapping: {
      name: "Access review",
      header: ["Check", "Title", "Result", "Severity", "Host", "Notes", "Date"],
      columns: {
        rule: "Check",
        title: "Title",
        outcome: "Result",
        severity: "Severity",
        resource: "Host",
        message: "Notes",
        date: "Date",
      },
      words: { ok: "pass" },
    },
  },
};
