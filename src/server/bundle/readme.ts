import { wordDays } from "#domain/bundle/bundle-scope.ts";
import { judgedAt } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";

/** The first thing an auditor reads: what this is, and how to check it without trusting anyone. */
export function bundleReadme({ plan, items, key }: { plan: BundlePlan; items: number; key: string }): string {
  const days = wordDays(plan.days);
  return `EXHIBIT EVIDENCE BUNDLE ${plan.number}

Company:       ${plan.companyName}
Project:       ${plan.project?.name ?? "all evidence of the company"}
Scope:         ${days === undefined ? "all evidence, whenever it was collected" : `evidence ${days}`}
Findings as of ${judgedAt(plan).toISOString()}
Issued:        ${plan.issuedAt.toISOString()}
Items:         ${items}
Ledger size:   ${plan.head.size}
Ledger root:   ${plan.head.root.toString("base64")}
Ledger key:    ${key}

WHAT IS IN HERE
report.pdf           the control report, to print or sign
report.html          the same report, to read in a browser
controls.csv/.json   the 22 controls with their status and reasons
evidence.csv/.json   every item with its source, time, hash and place in the ledger
oscal/               the findings as OSCAL 1.1.2 assessment results, for other tools
artifacts/           the original files, under their exhibit numbers
ledger/              the signed checkpoint, the public key, and one inclusion proof for each item
manifest.json        the SHA-256 and size of every file, and the scope; manifest.sig signs it
verify.html          the verifier as a page, for any browser
verify.mjs           the same verifier for Node.js: one file, no dependencies

WHAT IS NOT IN HERE
Privileged items (attorney-client, work product) are left out of every bundle, whoever asks for it, until an owner lifts
the privilege. ${days === undefined ? "A number that is missing among the exhibits is such an item." : "A number that is missing among the exhibits is such an item, or one out of the scope above."}

HOW TO VERIFY
Check that the ledger key above is the one you were given by another route, by telephone or in a contract. Then either
open verify.html in a browser, enter the key and choose the ZIP; or, with Node.js 20 or newer, run
   node verify.mjs BUNDLE.zip --key "${key}"
or unpack the bundle and run "node verify.mjs" in its folder. Neither needs a network or an account. Both name what
differs; the program exits with 0 when everything matches, and with 1 when anything differs.
If you hold a checkpoint of an earlier day, add --since FILE: a later ledger must continue it.
A copy of the verifier that you have kept from elsewhere is worth more than the one in the bundle it verifies.

WHAT IS PROVED, AND WHAT IS NOT
Proved: the files are those that were filed, none was altered since, and each was written to the company's append-only
ledger (an RFC 6962 Merkle tree with C2SP signed-note checkpoints) at the position stated.
Not proved: that the source told the truth when it was asked, or that nothing else exists.
A project that passes all of its controls is ready to start an audit. It is not thereby compliant.
`;
}
