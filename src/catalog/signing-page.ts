import { command, heading, list, steps, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";

/** What people read whose ledger is not signed, and those who can mend it. */
export const signingPage: DocumentationPage = {
  key: "when-signing-stops",
  title: "When signing stops",
  about: "Why a company's ledger is not signed, what still works and what to do.",
  blocks: [
    text(
      "After each signature Exhibit writes an anchor with the signed data and the signature, stored apart from the database and evidence. The next signature must continue the newest anchor. A rewritten or outdated database therefore cannot get a signature that contradicts an earlier one.",
    ),
    heading("What stops and what still works"),
    list(
      "Exhibit signs nothing new for that company, so it cannot export bundles. Other companies are not affected.",
      "You can still add evidence, and collection and checks continue. Exhibit signs new entries when signing resumes.",
      "Earlier bundles still verify.",
    ),
    heading("What the operator does"),
    steps(
      "Run `npm run exhibit -- ledger status`. It names each company and the problem.",
      "Anchor lost: set `ANCHORS_URL` to the right place or restore the anchors from a copy. Forked: the database is outdated or was changed. Restore the newest backup.",
      "Signing then resumes automatically within a minute.",
    ),
    heading("If the data is permanently lost"),
    text("The operator can accept the loss with a reason and a name:"),
    command(
      'npm run exhibit -- ledger accept-loss COMPANY-ID --reason "The disk with the anchors failed" --by "Ana Ortiz"',
    ),
    list(
      "A new ledger starts under a name that ends with `.2`. It contains all entries and one more that declares the loss.",
      "Every report, bundle, ledger page and public portal of the company then states the loss. A bundle that omits it is `REFUSED`.",
      "The new ledger has its own key. Give it to your auditors. Earlier bundles still verify with the old key.",
    ),
  ],
};
