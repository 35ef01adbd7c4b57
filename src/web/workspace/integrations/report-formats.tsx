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
    covers:
      "Findings of code, dependency and container scanners. Most of them write SARIF, such as Trivy, Semgrep and CodeQL.",
    command: "trivy fs --format sarif --output trivy.sarif .",
  },
  {
    name: "AWS Security Hub",
    format: "Security Finding Format (ASFF)",
    covers: "What Security Hub found in an account, by the controls of its Foundational Security Best Practices.",
    command: "aws securityhub get-findings > findings.json",
  },
  {
    name: "CycloneDX",
    format: "CycloneDX 1.4 to 1.6, JSON",
    covers:
      "What software is made of. Known vulnerabilities count as their analysis says; without any it is an inventory.",
    command: "trivy fs --scanners vuln --format cyclonedx --output bom.json .",
  },
  {
    name: "SPDX",
    format: "SPDX 2.3, JSON",
    covers: "What software is made of, with its licenses: an inventory, which decides no check by itself.",
    command: "npm sbom --sbom-format spdx > bom.spdx.json",
  },
  {
    name: "XCCDF and ARF",
    format: "XCCDF 1.2 results, XML or .xml.gz",
    covers: "How servers are hardened, rule by rule, as OpenSCAP and other SCAP scanners check it.",
    command: "oscap xccdf eval --results-arf arf.xml benchmark.xml",
  },
  {
    name: "OSCAL",
    format: "Assessment results 1.1, JSON",
    covers: "What an assessment observed and found. Exhibit writes the same format into every bundle.",
    command: "oscal/assessment-results.json",
  },
  {
    name: "Lynis",
    format: "lynis-report.dat",
    covers: "Warnings and advice about one Linux or macOS host, and each test by its name.",
    command: "lynis audit system --report-file lynis-report.dat",
  },
  {
    name: "CSV",
    format: "Any columns, UTF-8",
    covers: "A table from anywhere. Say once what its columns mean; the next file of the kind is read the same way.",
    command: "rule,outcome,resource",
  },
] as const;

/** The reports of scanners that can be imported. */
export function ReportFormats({ mayFile }: { mayFile: boolean }) {
  return (
    <>
      <h2 className="title-card mt-8">Reports</h2>
      <p className="mt-1 text-ink-2">
        A report is filed as evidence, and its findings are judged against the controls. A pipeline can push its reports
        by itself:{" "}
        <Link className="link" to="/dashboard/support/docs/push-from-ci">
          how that is set up
        </Link>
        .
      </p>
      <ul className="ruled-grid" data-columns="3">
        {formats.map((format) => (
          <li key={format.name}>
            <article aria-label={format.name} className="report-format">
              <h3 className="title-card">{format.name}</h3>
              <p className="text-sm text-ink-3">{format.format}</p>
              <p className="mb-3.5 mt-3 text-sm text-ink-2">{format.covers}</p>
              <div className="command-line">
                <p className="command" tabIndex={0} aria-label={`Example for ${format.name}`}>
                  {format.command}
                </p>
                <CopyButton text={format.command} name={`Copy the example for ${format.name}`} />
              </div>
            </article>
          </li>
        ))}
      </ul>
      {!mayFile && (
        <p className="mt-4 text-ink-2">Your role may read what was imported. Owners, admins and members may import.</p>
      )}
    </>
  );
}

/** What the dialog's file field says that it takes. */
export const takenFormats = `${formats.map(({ name }) => name).join(", ")}. Up to 64 MB, packed with gzip or not.`;
