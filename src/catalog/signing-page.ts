import { command, heading, list, steps, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";

/** What people read whose ledger is not signed, and those who can mend it. */
export const signingPage: DocumentationPage = {
  key: "when-signing-stops",
  title: "When signing stops",
  about: "Why a company's ledger is not signed, what goes on meanwhile, and what to do.",
  blocks: [
    text(
      "After each signature Exhibit writes an anchor, in a place apart from database and evidence: what was signed, and the signature. The next signature must continue the newest anchor. So nobody who rewrites the database, or restores an old one, gets a signature that contradicts an earlier one.",
    ),
    heading("What stops, and what does not"),
    list(
      "Nothing new is signed for that company, so no bundle is made. Other companies are not concerned.",
      "Filing, collecting and judging go on. What is filed meanwhile is signed as soon as signing goes on.",
      "Bundles that were handed out before still verify.",
    ),
    heading("What whoever runs this installation does"),
    steps(
      "Run `npm run exhibit -- ledger status`. It names each company, and says what is wrong.",
      "Anchor lost: set `ANCHORS_URL` to the right place, or bring the anchors back from a copy. Forked: the database is an old one, or was changed; restore the newest backup.",
      "Signing then goes on by itself within a minute. No command is needed.",
    ),
    heading("When it is lost for good"),
    text("The operator can accept the loss, with a reason and a name:"),
    command(
      'npm run exhibit -- ledger accept-loss COMPANY-ID --reason "The disk with the anchors failed" --by "Ana Ortiz"',
    ),
    list(
      "A new ledger begins under another name, which ends with `.2`. It holds all entries, and one more that declares the loss.",
      "Every report, bundle, ledger page and public portal of the company says so from then on. A bundle that leaves it out is `REFUSED`.",
      "The new ledger has a key line of its own: give it to your auditors. With the old one, bundles of before still verify.",
    ),
  ],
};
