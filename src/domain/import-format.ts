/** The formats of report that can be imported, as they are kept with an import. */
export const importFormats = {
  "prowler-ocsf": "Prowler JSON-OCSF",
  sarif: "SARIF 2.1.0",
  asff: "AWS Security Hub (ASFF)",
  cyclonedx: "CycloneDX",
  spdx: "SPDX 2.3",
  xccdf: "XCCDF 1.2 results or ARF",
  oscal: "OSCAL assessment results",
  lynis: "Lynis report",
  csv: "CSV",
} as const;

export type ImportFormat = keyof typeof importFormats;
