/** A Prowler run of our own making: one check of an account fails, everything that shows a whole scan is there. */
export function prowlerReport(at: Date): string {
  const finding = (code: string, status: string, detail: string) => ({
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
    status_detail: detail,
    message: detail,
    time: Math.floor(at.getTime() / 1000),
    time_dt: at.toISOString(),
    finding_info: { uid: `prowler-${code}`, title: code, created_time: Math.floor(at.getTime() / 1000) },
    resources: [{ uid: "arn:aws:iam::123456789012:root", name: "root", type: "AwsIamUser", region: "us-east-1" }],
    cloud: { provider: "aws", account: { uid: "123456789012", type: "AWS Account", type_id: 10 }, region: "us-east-1" },
    unmapped: { compliance: {} },
  });
  return JSON.stringify([
    finding("guardduty_is_enabled", "PASS", "GuardDuty is enabled."),
    finding("accessanalyzer_enabled", "FAIL", "IAM Access Analyzer in account 123456789012 is not enabled."),
    finding("cloudtrail_multi_region_enabled", "PASS", "Trail main is multiregion and logging."),
  ]);
}

/** A scanner's report with two errors. */
export function sarifReport(): string {
  const result = (ruleId: string, text: string) => ({ ruleId, level: "error", message: { text } });
  return JSON.stringify({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "ESLint", version: "8.57.1", rules: [] } },
        results: [result("no-eval", "eval can be harmful."), result("no-undef", "'y' is not defined.")],
      },
    ],
  });
}

/** The smallest file that every reader takes for a PDF. */
export function smallPdf(): Buffer {
  return Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
  );
}
