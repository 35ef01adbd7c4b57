import type { BundlePlan } from "./write-bundle.ts";

/** The first thing an auditor reads: what this is, and how to check it without trusting anyone. */
export function bundleReadme({ plan, items, key }: { plan: BundlePlan; items: number; key: string }): string {
  return `EXHIBIT EVIDENCE BUNDLE ${plan.number}

Company:       ${plan.companyName}
Project:       ${plan.project?.name ?? "all evidence of the company"}
Issued:        ${plan.issuedAt.toISOString()}
Items:         ${items}
Ledger size:   ${plan.head.size}
Ledger root:   ${plan.head.root.toString("base64")}
Ledger key:    ${key}

WHAT IS IN HERE
report.html          the control report, to read or print
controls.csv/.json   the 22 controls with their status and reasons
evidence.csv/.json   every item with its source, time, hash and place in the ledger
artifacts/           the original files, under their exhibit numbers
ledger/              the signed checkpoint, the public key, and one inclusion proof for each item
manifest.json        the SHA-256 and size of every file; manifest.sig signs it
verify.mjs           the verifier: one file, no dependencies

HOW TO VERIFY
1. Install Node.js 20 or newer. No network is needed, and no account.
2. Check that the ledger key above is the one you were given by another route, by telephone or in a contract.
3. Run:  node verify.mjs BUNDLE.zip --key "${key}"
   or unpack the bundle and run "node verify.mjs" in its folder.
The program exits with 0 when everything matches, and with 1 when anything differs; it names what differs.
If you hold a checkpoint of an earlier day, add --since FILE: a later ledger must continue it.

WHAT IS PROVED, AND WHAT IS NOT
Proved: the files are those that were filed, none was altered since, and each was written to the company's append-only
ledger (an RFC 6962 Merkle tree with C2SP signed-note checkpoints) at the position stated.
Not proved: that the source told the truth when it was asked, or that nothing else exists.
A project that passes all of its controls is ready to start an audit. It is not thereby compliant.
`;
}
