import { command, facts, heading, list, steps, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";

/** The pages about reports of other tools: which are read and how, and how a pipeline pushes them. */
export const importingPages: readonly DocumentationPage[] = [
  {
    key: "importing-reports",
    title: "Importing reports",
    about: "Which reports are read, what they decide, and what they leave open.",
    blocks: [
      text(
        "Press Import a Report under Integrations and choose a file of up to 64 MB, packed with gzip or not. It is read whole or refused with a sentence that names the place: as many findings are kept as the file has results. One that takes more than 30 seconds of computing or 2 GB of memory is kept as a file and judges nothing, and says so. Until it is filed you can cancel it.",
      ),
      heading("Formats"),
      facts(
        ["Prowler", "JSON-OCSF. Each of its checks stands behind a check of the library, by provider."],
        ["SARIF 2.1.0", "Each tool speaks as a whole: for secrets in code, for dependencies, or for static analysis."],
        [
          "AWS Security Hub",
          "ASFF, by the controls of the Foundational Security Best Practices. Archived findings count for nothing.",
        ],
        [
          "CycloneDX 1.4 to 1.6",
          "JSON. High and critical vulnerabilities fail unless their analysis closed them. Without vulnerabilities it is an inventory and decides nothing.",
        ],
        ["SPDX 2.3", "JSON. An inventory, which decides nothing."],
        ["XCCDF 1.2, ARF", "XML. All nine results are counted; rules that a check knows decide it."],
        ["OSCAL 1.1", "Assessment results. What Exhibit wrote itself is read back to the same outcomes."],
        ["Lynis", "The report file of a run that ended."],
        ["CSV", "By a mapping that somebody made once."],
      ),
      heading("What a finding decides"),
      list(
        "A finding that a check of the library knows decides it: a failing one fails it, an open question leaves it unknown, and unknown is never green.",
        "A finding that no check knows is kept on file and decides nothing. The result says how many there are.",
        "A rule that the tool left out of its run counts as not looked at, and not as passed.",
      ),
      heading("CSV"),
      text(
        "Say which columns hold the rule and the outcome, and what the words of the outcome mean. The mapping is kept under a name and offered again for a file with the same first row. Every row must have a rule and a word that the mapping knows; dates are written as `2026-01-31`. A rule that is the id of a check of the library, such as `auth.mfa-enforced`, decides that check.",
      ),
    ],
  },
  {
    key: "push-from-ci",
    title: "Push reports from CI",
    about: "How a pipeline imports its reports by itself, without a stored key.",
    blocks: [
      text(
        "A workflow of GitHub Actions proves with a token that GitHub signs which repository and branch it runs for. Exhibit exchanges that proof for an API token of 15 minutes, which may import reports and nothing else. No key is stored anywhere.",
      ),
      heading("Once"),
      steps(
        "Open Settings, Integrations, and press Trust Pipeline. Enter the repository and the branch.",
        "Copy the workflow below into `.github/workflows/evidence.yml` of that repository. Set the address of your Exhibit and the id of your company, both of which the settings show.",
      ),
      heading("The workflow"),
      command(workflow("https://exhibit.example.com", "00000000-0000-4000-8000-000000000000")),
      text(
        "The answer is JSON: what was read, which checks it decided and how, what fails, and the address of the item. The same `Idempotency-Key` files a report once, however often it is sent.",
      ),
      heading("What is checked"),
      list(
        "The token is signed by the issuer of GitHub Actions, was made for the address of this Exhibit within the last five minutes, and is used once.",
        "Repository and branch are the ones that an owner or admin trusted. A repository that takes over the name later is not.",
        "Pull requests of strangers are not let in: they run for no branch of the repository, and `pull_request_target` is refused.",
        "Whoever trusted the pipeline is still an owner or admin, and the plan includes the API.",
      ),
      heading("Other pipelines"),
      text(
        "Where a pipeline cannot prove itself in this way, make an API token with the scope Import reports under Settings, Integrations, keep it among the secrets of the pipeline, and send it in place of `$token`.",
      ),
    ],
  },
];

/** A workflow of GitHub Actions that scans a repository and pushes what it found, for one installation and company. */
export function workflow(origin: string, companyId: string): string {
  return `name: Evidence
on:
  push:
    branches: [main]
  schedule:
    - cron: "17 5 * * *"
permissions:
  contents: read
  id-token: write
jobs:
  evidence:
    runs-on: ubuntu-latest
    env:
      EXHIBIT: ${origin}
      COMPANY: ${companyId}
    steps:
      - uses: actions/checkout@v5
      - name: Scan
        run: trivy fs --format sarif --output report.sarif .
      - name: Push the report
        run: |
          value() { sed -n 's/.*"'"$1"'": *"\\([^"]*\\)".*/\\1/p'; }
          identity=$(curl -sSf -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\
            "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=$EXHIBIT" | value value)
          token=$(printf '{"companyId":"%s","identityToken":"%s"}' "$COMPANY" "$identity" |
            curl -sSf -H "Content-Type: application/json" -d @- "$EXHIBIT/api/v1/pipelines/exchange" | value token)
          echo "::add-mask::$token"
          curl -sS --fail-with-body -H "Authorization: Bearer $token" \\
            -H "Idempotency-Key: $GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT" --data-binary @report.sarif \\
            "$EXHIBIT/api/v1/companies/$COMPANY/imports?fileName=report.sarif"`;
}
