import { wordDays } from "#domain/bundle/bundle-scope.ts";
import { sayLoss } from "#domain/ledger-loss.ts";
import { judgedAt } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";

interface ReadmeFacts {
  readonly plan: BundlePlan;
  readonly items: number;
  /** How many items are named as withdrawn. */
  readonly withdrawn: number;
  /** The ledger's verification key, which a reader must compare with the one they were given. */
  readonly key: string;
  /** Whether it holds verdicts that can be judged again. */
  readonly hasVerdicts: boolean;
  /** Where this Exhibit is, and so the verifier that it serves. */
  readonly appUrl: string;
}

const VERDICTS = `verdicts.jsonl       each verdict of the report, one a line: of parts as exhibits were read, of checks, of controls, with the judge,
                     exhibits, places in the ledger, scope and instant that it rests on
inputs/              what verdicts were judged from beside exhibits: scope, people's tests, filed documents, decisions
judges/              the judges that said them, by their SHA-256; the verifier says them again with its own
ledger/runs.jsonl    where a connection read something: the newest run that saw each exhibit, and its proof
ledger/looks.jsonl   where registers stayed the same: the days on which their exhibit was found to say it all, and their proofs
`;

/** The first thing an auditor reads: what this is, and how to check it without trusting anyone. */
export function bundleReadme({ plan, items, withdrawn, hasVerdicts, key, appUrl }: ReadmeFacts): string {
  const days = wordDays(plan.days);
  const losses =
    plan.losses.length === 0
      ? ""
      : `THIS LEDGER BEGAN AGAIN\n${plan.losses.map((loss) => `${sayLoss(loss)}\n`).join("")}ledger/losses.jsonl proves these entries.\n\n`;
  const left = withdrawn === 0 ? "such an item" : "such an item, or a withdrawn one";
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
evidence.csv/.json   every item with its source, time, hash and place in the ledger, as it was filed; where its name or its
                     controls changed since, renamedTo and refiledUnder say so, and ledger/changes.jsonl proves it
oscal/               the findings as OSCAL 1.1.2 assessment results, for other tools
${withdrawn === 0 ? "" : "withdrawn.json       items that were withdrawn: number, hash, reason and place in the ledger, without their content;\n                     where an owner erased the file since, erased says when, by whom and why\n"}artifacts/           the original files, under their exhibit numbers
damaged.json         only where a stored file is missing or damaged: its exhibit and hash; the file is left out
${hasVerdicts ? VERDICTS : ""}ledger/              the signed checkpoint, the public key, one inclusion proof for each item, and all leaf hashes of the
                     ledger (leaves.bin, 32 bytes each), from which any earlier checkpoint can be computed again
manifest.json        the SHA-256 and size of every file, and the scope; manifest.sig signs it
verify.html .mjs     a copy of the verifier for the archive, NOT for checking this bundle: see below

WHAT IS NOT IN HERE
Privileged items (attorney-client, work product) are left out of every bundle, whoever asks for it, until an owner waives
the privilege. ${days === undefined ? `A number that is missing among the exhibits is ${left}.` : `A number that is missing among the exhibits is ${left}, or one out of the scope above.`}

${losses}HOW TO VERIFY
Do not run the copy of the verifier in this bundle, if you doubt the bundle: whoever changed one could change the other,
and this text. Take it from the issuer's site, or use a copy that you keep, and compare its SHA-256 with the published one:
   ${appUrl}/verify.html    a page for any browser; it also works from disk, without a network
   ${appUrl}/verify.mjs     the same for Node.js 20 or newer
   ${appUrl}/promises       the SHA-256 of both
Then give it the key that you were given by another route than this bundle, by telephone or in a contract:
   node verify.mjs BUNDLE.zip --key "THE KEY YOU WERE GIVEN"
If you hold a signed checkpoint of an earlier day, add --since FILE: the ledger must continue it.

It says VERIFIED (exit code 0) only when every file is as it was sealed with your key. REFUSED (1) names what was changed.
NOT SHOWN to continue (1) means that the earlier checkpoint is not continued. CONSISTENT (3) means that you gave no key:
the bundle agrees with itself, as any forger's does.

WHAT IS PROVED, AND WHAT IS NOT
Proved: the files are those that were filed, none was altered since, and each was written to the company's append-only
ledger (an RFC 6962 Merkle tree with C2SP signed-note checkpoints) at the position stated.
Not proved: that the source told the truth when it was asked, or that nothing else exists.
A project that passes all of its controls is ready to start an audit. It is not thereby compliant.
`;
}
