import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { passingReports } from "../passing-reports.ts";
import { sampleOfEachFormat } from "../sample-of-each-format.ts";
import { readTestJson, readTestText, testData } from "../test-data.ts";
import type { LossyReport } from "./lossy-reports.ts";

const [prowler] = passingReports["prowler-ocsf"];
const [sarif] = passingReports.sarif.runs;
const [hub] = passingReports.asff.Findings;
/** A list whose entries are results. */
const lists = {
  prowler: /^\.\d+$/,
  sarif: /^\.runs(\.\d+(\.results(\.\d+)?)?)?$/,
  asff: /^\.Findings(\.\d+)?$/,
};

/**
 * Reports to lose information: of each format one that passes, the same beside a failure that must not be forgotten, and what real tools
 * wrote.
 */
export const reportBases: Readonly<Record<string, LossyReport>> = {
  "Prowler, passing": { file: passingReports["prowler-ocsf"], results: lists.prowler },
  "Prowler, with a failure of the same rule": {
    file: [
      ...passingReports["prowler-ocsf"],
      { ...prowler, status_code: "FAIL", resources: [{ uid: "arn:aws:iam::123456789012:user/ann", name: "ann" }] },
    ],
    results: lists.prowler,
    rules: /\.event_code$/,
  },
  "Prowler, recorded": { file: readTestJson("reports/prowler-aws.ocsf.json") as object, results: lists.prowler },
  "SARIF, passing": { file: passingReports.sarif, results: lists.sarif },
  "SARIF, with a finding": {
    file: {
      version: "2.1.0",
      runs: [{ ...sarif, results: [{ ruleId: "js/eval", level: "error", message: { text: "x" } }] }],
    },
    results: lists.sarif,
  },
  "SARIF, a run that failed": {
    file: {
      version: "2.1.0",
      runs: [{ ...sarif, invocations: [{ ...sarif!.invocations[0], executionSuccessful: false }] }],
    },
    results: lists.sarif,
  },
  "SARIF, recorded": { file: readTestJson("reports/eslint.sarif") as object, results: lists.sarif },
  "Security Hub, passing": { file: passingReports.asff, results: lists.asff },
  "Security Hub, with a failure of the same rule": {
    file: {
      Findings: [
        ...passingReports.asff.Findings,
        { ...hub, Compliance: { ...hub!.Compliance, Status: "FAILED" }, Resources: [{ Id: "AwsIamUser:ann" }] },
      ],
    },
    results: lists.asff,
  },
  "XCCDF, passing": { file: passingReports.xccdf },
  "XCCDF, with a failure": { file: passingReports.xccdf.replace("<result>pass</result>", "<result>fail</result>") },
  "Trivy, recorded": { file: readTestJson("reports/trivy-misconfig.json") as object },
  "OSCAL, recorded": { file: readTestJson("reports/oscal-assessment-results.json") as object },
  "Lynis, recorded": { file: readTestText("reports/lynis-report.dat") },
  "CycloneDX, filled": { file: sampleOfEachFormat.cyclonedx.file },
  "SPDX, filled": { file: sampleOfEachFormat.spdx.file },
  "CSV, filled": { file: sampleOfEachFormat.csv.file, mapping: sampleOfEachFormat.csv.mapping },
};

/** What is too large to be read thousands of times. */
export const largeReportBases: Readonly<Record<string, LossyReport>> = {
  "CycloneDX, recorded": { file: readTestJson("reports/npm.cdx.json") as object },
  "SPDX, recorded": { file: readTestJson("reports/npm.spdx.json") as object },
  "XCCDF, recorded": { file: gunzipSync(readFileSync(testData("reports/openscap-xccdf-results.xml.gz"))).toString() },
};
