import { kept } from "./capability.ts";

const audit = "src/server/audit/audit.db.test.ts";
const command = "src/server/bundle/verify-command.test.ts";

/** What leaves the company: to auditors, clients and programs. */
export const handingOver = {
  bundles: kept(
    "Bundles",
    "A bundle is a ZIP with the report, every file, the lists as JSON and CSV, and a proof for each item.",
    "verifying-a-bundle",
    {
      "src/server/bundle/exported-bundle.db.test.ts": [
        "verifies, whatever its items are called, and a damaged copy does not",
        "of an empty ledger of evidence verifies too",
      ],
      "src/server/bundle/zip-writer.test.ts": ["another program reads our archive, every file whole:"],
    },
    { more: "The report is there as PDF and HTML, and the findings as OSCAL. You choose the project and the days." },
  ),
  verifier: kept(
    "Verification without us",
    "Anyone can verify a bundle offline, with one command or in any browser. The verifier is published apart from bundles, with its hash.",
    "verifying-a-bundle",
    {
      [command]: [
        "answers 0 for an untouched bundle of the key that was given, zipped and unpacked",
        "is one file that imports nothing but Node, and is the same when it is built again",
      ],
      "src/web/verification/bundle-page/file-sources.test.ts": [
        "the page finds of a bundle what the command finds, whichever byte was changed",
      ],
      "src/server/http/verifier-files.db.test.ts": [
        "S4: the verifier is served apart from bundles to everybody, byte for byte as its hash was published",
      ],
      "src/domain/bundle/forged-bundles.test.ts": [
        "S4: 120 forged bundles of a grammar, none accepted with the key given, none VERIFIED without it",
      ],
    },
    { more: "It prints VERIFIED only for an unchanged bundle signed with your key, and otherwise names the problem." },
  ),
  auditors: kept(
    "Auditors, read-only",
    "Invite auditors to chosen projects until an end date. They read evidence, check proofs, draw samples and request items. Everything they view is recorded.",
    "storage",
    {
      [audit]: [
        "an auditor is invited to chosen projects until a day, told so by mail and page, and sees those alone",
        "they read evidence with its proof and file, and change nothing",
      ],
    },
    { more: "Their database connections can only read." },
  ),
  portal: kept(
    "A portal for clients",
    "A page of your own shows clients the chosen controls that pass right now. It is off until you turn it on.",
    "alerts",
    {
      "src/server/portal/portal.db.test.ts": [
        "a claim is gone at the moment at which its evidence no longer counts, whether or not anybody judges",
        "when the judging has fallen behind, nothing old is said",
      ],
    },
    { more: "It says how long each is valid. A control that stops passing disappears by itself." },
  ),
  api: kept(
    "API access",
    "Your programs read and add evidence with tokens that end by themselves.",
    "api",
    {
      "src/server/api-tokens/api-tokens.db.test.ts": [
        "let a token do what they name: read, file, and make a project",
        "never lasts longer than a year, and is made by nobody who did not show lately who they are",
      ],
    },
    { plan: "growth", flag: "api-access" },
  ),
  webhooks: kept("Webhooks", "Signed webhooks tell your own systems what happened.", "webhooks", {
    "src/server/webhooks/webhooks.db.test.ts": [
      "what the ledger says arrives once, signed as Standard Webhooks says, and tells no more than it must",
    ],
  }),
} as const;
