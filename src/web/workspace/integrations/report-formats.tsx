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
] as const;

/** The reports of scanners that can be imported. */
export function ReportFormats({ mayFile }: { mayFile: boolean }) {
  return (
    <>
      <h2 className="title-card mt-8">Reports</h2>
      <p className="mt-1 text-ink-2">
        A report is filed as evidence, and its findings are judged against the controls.
      </p>
      <ul className="ruled-grid">
        {formats.map((format) => (
          <li key={format.name}>
            <article aria-label={format.name}>
              <h3 className="title-card">{format.name}</h3>
              <p className="text-sm text-ink-3">{format.format}</p>
              <p className="mb-3.5 mt-3 text-sm text-ink-2">{format.covers}</p>
              <p className="command" tabIndex={0} aria-label={`Command for ${format.name}`}>
                {format.command}
              </p>
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
