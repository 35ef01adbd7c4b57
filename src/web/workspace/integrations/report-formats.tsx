import { Link } from "react-router";
import { CopyButton } from "#web/design/copy-button.tsx";

const formats = [
  {
    name: "Prowler",
    format: "JSON-OCSF",
    covers:
      "Storage, identity, network and logging settings of AWS, Azure, Google Cloud, Kubernetes and Microsoft 365.",
    command: "prowler aws --output-formats json-ocsf",
  },
  {
    name: "SARIF",
    format: "SARIF 2.1.0",
    covers: "Findings from code, secret and dependency scanners such as Semgrep, CodeQL and gitleaks.",
    command: "semgrep scan --config p/default --sarif --output report.sarif",
  },
  {
    name: "AWS Security Hub",
    format: "Security Finding Format (ASFF)",
    covers: "Findings in one account from the Foundational Security Best Practices controls.",
    command: "aws securityhub get-findings > findings.json",
  },
  {
    name: "CycloneDX",
    format: "CycloneDX 1.4 to 1.6, JSON",
    covers: "A software inventory. Open high and critical vulnerabilities fail a check.",
    command: "trivy fs --scanners vuln --format cyclonedx --output bom.json .",
  },
  {
    name: "SPDX",
    format: "SPDX 2.3, JSON",
    covers: "A software inventory with licenses. It does not affect any check.",
    command: "npm sbom --sbom-format spdx > bom.spdx.json",
  },
  {
    name: "XCCDF and ARF",
    format: "XCCDF 1.2 results, XML or .xml.gz",
    covers: "Server hardening results from OpenSCAP and other SCAP scanners, as a whole benchmark.",
    command: "oscap xccdf eval --results-arf arf.xml benchmark.xml",
  },
  {
    name: "OSCAL",
    format: "Assessment results 1.1, JSON",
    covers: "Observations and findings of an assessment. Exhibit bundles use the same format.",
    command: "oscal/assessment-results.json",
  },
  {
    name: "Lynis",
    format: "lynis-report.dat",
    covers: "Warnings, suggestions and test results for one Linux or macOS host.",
    command: "lynis audit system --report-file lynis-report.dat",
  },
  {
    name: "CSV",
    format: "Any columns, UTF-8",
    covers: "Any table. Match its columns once, and we read similar files the same way.",
    command: "rule,outcome,resource",
  },
] as const;

/** The reports of scanners that can be imported. */
export function ReportFormats({ mayFile }: { mayFile: boolean }) {
  return (
    <>
      <h2 className="title-card above-32">Reports</h2>
      <p className="above-4 quiet">
        We file each report as evidence and evaluate its findings against your controls. Your CI pipeline can send
        reports automatically:{" "}
        <Link className="link" to="/dashboard/support/docs/push-from-ci">
          set up a pipeline
        </Link>
        .
      </p>
      <ul className="ruled-grid" data-columns="3">
        {formats.map((format) => (
          <li key={format.name}>
            <article aria-label={format.name} className="report-format">
              <h3 className="title-card">{format.name}</h3>
              <p className="compact faint">{format.format}</p>
              <p className="below-14 above-12 compact quiet">{format.covers}</p>
              <div className="command-line">
                <p
                  className="command"
                  data-scrolls="a command stays on its line"
                  tabIndex={0}
                  aria-label={`Example for ${format.name}`}
                >
                  {format.command}
                </p>
                <CopyButton text={format.command} name={`Copy the example for ${format.name}`} />
              </div>
            </article>
          </li>
        ))}
      </ul>
      {!mayFile && (
        <p className="above-16 quiet">You can view imported reports. Owners, admins and members can import them.</p>
      )}
    </>
  );
}

/** What the dialog's file field says that it takes. */
export const takenFormats = `${formats.map(({ name }) => name).join(", ")}. Up to 64 MB, optionally compressed with gzip.`;
