/** A report that the sample company's scanners wrote: imported, so that its failures are the engine's own. */
export interface SampleReport {
  readonly daysAgo: number;
  readonly time: string;
  readonly fileName: string;
  write(at: Date): string;
}

const ACCOUNT = "412900000174";

// What a report of Prowler passes alone, and three failures. Other rules that pass are a part of what their checks ask.
const results: readonly (readonly [code: string, status: "PASS" | "FAIL", resource: string, message: string])[] = [
  ["iam_rotate_access_key_90_days", "PASS", "user/deploy", "Access key of user deploy is 34 days old."],
  ["iam_no_root_access_key", "PASS", "root", "Root account has no access keys."],
  [
    "iam_user_mfa_enabled_console_access",
    "FAIL",
    "user/d.reyes",
    "User d.reyes has a console password and no second factor.",
  ],
  ["s3_bucket_public_access", "FAIL", "s3/intake-forms", "Bucket intake-forms can be read by anyone."],
  [
    "ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22",
    "FAIL",
    "sg/print-server",
    "Security group print-server lets the internet reach port 22.",
  ],
];

function prowler(at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return JSON.stringify(
    results.map(([code, status, resource, message]) => ({
      class_uid: 2004,
      class_name: "Detection Finding",
      type_uid: 200401,
      metadata: {
        event_code: code,
        product: { name: "Prowler", uid: "prowler", vendor_name: "Prowler", version: "5.3.0" },
        version: "1.4.0",
      },
      severity: "High",
      severity_id: 4,
      status: "New",
      status_code: status,
      status_detail: message,
      message: message,
      time,
      time_dt: at.toISOString(),
      finding_info: { uid: `prowler-${code}`, title: code, created_time: time },
      resources: [{ uid: `arn:aws::${ACCOUNT}:${resource}`, name: resource, type: "Other", region: "us-east-1" }],
      cloud: { provider: "aws", account: { uid: ACCOUNT, type: "AWS Account", type_id: 10 }, region: "us-east-1" },
      unmapped: { compliance: {} },
    })),
  );
}

function trivy(at: Date): string {
  const result = (ruleId: string, text: string) => ({ ruleId, level: "error", message: { text } });
  return JSON.stringify({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Trivy", version: "0.58.1", rules: [] } },
        invocations: [{ executionSuccessful: true, endTimeUtc: at.toISOString() }],
        versionControlProvenance: [{ repositoryUri: "https://github.com/calder-finch/client-portal" }],
        results: [
          result("CVE-2024-45490", "libexpat 2.5.0 is installed, and 2.6.3 corrects it."),
          result("CVE-2024-6119", "openssl 3.0.13 is installed, and 3.0.15 corrects it."),
        ],
      },
    ],
  });
}

/** The two reports that fail four controls. */
export const sampleReports: readonly SampleReport[] = [
  { daysAgo: 5, time: "23:10", fileName: "client-portal.sarif", write: trivy },
  { daysAgo: 1, time: "09:00", fileName: "aws-production.ocsf.json", write: prowler },
];
