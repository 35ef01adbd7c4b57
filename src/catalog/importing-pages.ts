import { command, facts, heading, list, steps, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";

/** The pages about reports of other tools: which are read and how, and how a pipeline pushes them. */
export const importingPages: readonly DocumentationPage[] = [
  {
    key: "importing-reports",
    title: "Importing reports",
    about: "Which reports we read and how their findings affect your controls.",
    blocks: [
      text(
        "Choose Import a Report under Integrations and select a file of up to 64 MB, optionally compressed with gzip. We import every result in the file, or reject the file and name the place of the error. A report that needs more than 30 seconds of computing or 2 GB of memory is saved as a file and affects no check. You can cancel an import until it is filed.",
      ),
      heading("Formats"),
      facts(
        [
          "Prowler",
          "JSON-OCSF. Each Prowler check maps to one of our checks, by provider. The report does not list what it left out, so most checks can fail by it but not pass.",
        ],
        [
          "SARIF 2.1.0",
          "Each kind of rule counts for its own check: secrets in code, dependencies or static analysis. Every result fails, whatever its level, unless the tool calls it something else or suppresses it. An empty report passes only by rules that it lists as run.",
        ],
        [
          "AWS Security Hub",
          "ASFF, with the Foundational Security Best Practices controls. Archived findings do not count, and a missing control passes nothing.",
        ],
        [
          "CycloneDX 1.4 to 1.6",
          "JSON. High and critical vulnerabilities fail. Those that an analysis (VEX) closed are set aside. It passes no check: it lists what was found, not what was scanned.",
        ],
        ["SPDX 2.3", "JSON. An inventory. It affects no check."],
        [
          "XCCDF 1.2, ARF",
          "XML. A benchmark passes as a whole: every selected rule passes, and no rule of high severity was left out. One rule that fails fails it.",
        ],
        ["OSCAL 1.1", "Assessment results. A check that an export from Exhibit names can fail by it but not pass."],
        ["Lynis", "The report file of a finished run. Vulnerable packages fail a check; nothing passes by one host."],
        ["CSV", "With a mapping that you create once. A row can fail a check but not pass it."],
      ),
      heading("How findings count"),
      list(
        "A finding mapped to a check decides it. A failing finding fails the check. An open question leaves it unknown, and unknown never counts as a pass.",
        "Findings not mapped to a check stay on file and affect nothing. The result shows how many there are.",
        "A rule that the tool skipped counts as not checked, not as passed.",
        "Silence passes nothing, except for rules that the report lists as run. A report that covers part of a check leaves it unknown and says what was read.",
        "A run that failed or met an error passes nothing.",
      ),
      heading("What a report is about"),
      text(
        "A report counts for its tool and for one repository, account or host. A newer report replaces an older one about the same, and never one about another. A report pushed by a trusted pipeline is about the repository and branch that the pipeline proved. Any other report is about what it names itself or what you enter when you import it. If nobody says, it passes nothing and replaces nothing.",
      ),
      heading("CSV"),
      text(
        "Choose the columns for rule and outcome and match the outcome values. We save the mapping and suggest it for files with the same first row. Every row needs a rule and a matched value. Write dates as `2026-01-31`. A rule named like one of our checks, such as `auth.mfa-enforced`, can fail that check. It cannot pass it.",
      ),
    ],
  },
  {
    key: "push-from-ci",
    title: "Push reports from CI",
    about: "Import reports from a pipeline automatically, without a stored key.",
    blocks: [
      text(
        "A GitHub Actions workflow gets a token, signed by GitHub, that names its repository and branch. Exhibit exchanges it for a 15-minute API token that can only import reports. You store no key.",
      ),
      heading("Set up"),
      steps(
        "Open Settings, Integrations, and choose Trust Pipeline. Enter the repository and the branch.",
        "Copy the workflow below into `.github/workflows/evidence.yml` of that repository. Set the URL of your Exhibit and your company's id. Settings shows both.",
      ),
      heading("The workflow"),
      command(workflow("https://exhibit.example.com", "00000000-0000-4000-8000-000000000000")),
      text(
        "The report counts for this repository and branch, whatever else it names. For several reports of one tool, such as one for each image, add `&target=` and a name to the address. Use a scanner that lists the rules it ran, such as Semgrep, CodeQL or gitleaks: one that lists only what it found, such as Trivy or ESLint, can fail a check but not pass it.",
      ),
      text(
        "The response is JSON with the results, the affected checks, the failures and the item's URL. Requests with the same `Idempotency-Key` file the report once.",
      ),
      heading("What we verify"),
      list(
        "GitHub Actions signed the token for this Exhibit within the last 5 minutes, and it is used once.",
        "An owner or admin trusted this repository and branch. A different repository that later takes the same name is rejected.",
        "Pull requests from strangers are rejected. They run for no branch of the repository, and we reject `pull_request_target`.",
        "The person who trusted the pipeline is still an owner or admin, and the plan includes the API.",
      ),
      heading("Other pipelines"),
      text(
        "For other CI systems, create an API token with the scope Import reports under Settings, Integrations. Store it in the pipeline's secrets and send it in place of `$token`. Add `&target=` and the repository to the address where the report does not name it.",
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
        run: pipx run semgrep scan --config p/default --sarif --output report.sarif
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
