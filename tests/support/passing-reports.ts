const ssg = "xccdf_org.ssgproject.content_";

const prowler = (event_code: string, uid: string) => ({
  class_uid: 2004,
  metadata: { event_code, product: { name: "Prowler", version: "5.11.0" } },
  status_code: "PASS",
  status: "New",
  status_id: 1,
  time: 1_795_600_000,
  finding_info: { uid, title: event_code },
  resources: [{ uid: "arn:aws:iam::123456789012:root", name: "root" }],
  cloud: { provider: "aws", account: { uid: "123456789012" } },
  unmapped: { provider: "aws" },
});

const securityHub = (control: string) => ({
  SchemaVersion: "2018-10-08",
  Id: `arn:aws:securityhub:eu-west-1:123456789012:security-control/${control}/finding/1`,
  ProductArn: "arn:aws:securityhub:eu-west-1::product/aws/securityhub",
  GeneratorId: `security-control/${control}`,
  AwsAccountId: "123456789012",
  Title: "Keys",
  UpdatedAt: "2026-11-20T08:00:00.000Z",
  Severity: { Label: "INFORMATIONAL" },
  Compliance: { Status: "PASSED", SecurityControlId: control },
  Workflow: { Status: "RESOLVED" },
  RecordState: "ACTIVE",
  Resources: [{ Id: "AWS::::Account:123456789012" }],
});

/** The least report of each format that passes a check: each value that its reader reads carries the pass, or is excused. */
export const passingReports = {
  "prowler-ocsf": [prowler("iam_rotate_access_key_90_days", "1"), prowler("iam_no_root_access_key", "2")],
  sarif: {
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "CodeQL", version: "2.19.0", rules: [{ id: "js/eval", name: "Eval" }] } },
        invocations: [{ executionSuccessful: true, endTimeUtc: "2026-11-20T08:01:00Z" }],
        versionControlProvenance: [{ repositoryUri: "https://github.com/acme/app" }],
        results: [],
      },
    ],
  },
  asff: { Findings: [securityHub("IAM.3"), securityHub("IAM.4")] },
  xccdf: `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="b">
<Rule id="${ssg}rule_a" severity="high"><title>A</title></Rule>
<TestResult id="t" test-system="cpe:/a:redhat:openscap:1.3.7" end-time="2026-11-20T08:00:00Z">
<benchmark id="${ssg}benchmark_DEBIAN-12"/><profile idref="${ssg}profile_standard"/><target>web-1</target>
<rule-result idref="${ssg}rule_a" severity="high"><result>pass</result></rule-result>
</TestResult></Benchmark>`,
} as const;
