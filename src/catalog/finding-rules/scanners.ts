// Matched in this order against the tool's name as it calls itself in SARIF; the first that fits decides.
const kinds: readonly { readonly check: string; readonly names: RegExp }[] = [
  {
    check: "auth.no-secrets-in-code",
    names:
      /gitleaks|truffle\s?hog|detect-secrets|secret|ggshield|gitguardian|nosey\s?parker|kingfisher|talisman|whispers/i,
  },
  // Snyk's code analyzer is told apart from its dependency and container scanners, and Trivy's from its sisters.
  { check: "code.static-analysis", names: /snyk\s?(code|iac)|dependency-cruiser/i },
  {
    check: "vulns.dependencies",
    names:
      /trivy|grype|snyk|osv|dependency|dependabot|(npm|yarn|pnpm|pip|cargo|bundler)[- ]audit|bundle[- ]audit|retire\.?js|clair|anchore|docker scout|safety|govulncheck|nancy|xray|black duck|mend\b|whitesource/i,
  },
];

/** The check that a SARIF tool's silence or findings decide: secrets, dependencies, else static analysis. */
export function checkOfScanner(tool: string): string {
  return kinds.find((kind) => kind.names.test(tool))?.check ?? "code.static-analysis";
}
