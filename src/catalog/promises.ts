/** A test that shows what is said: where it stands, and its title. */
interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** A sentence of the landing page, and what is behind it. */
export interface Promised {
  /** Letter for letter as the landing page has it. */
  readonly sentence: string;
  /** What the product does today; for what is coming, also what is not there yet. */
  readonly does: string;
  readonly status: "kept" | "coming";
  /** At least one for a promise that is kept. */
  readonly tests: readonly NamedTest[];
}

/** Every promise of the landing page, in the page's order. Nothing is called kept that no test shows. */
export const promises: readonly Promised[] = [
  {
    sentence: "audit-ready",
    does: "A control passes when all its checks pass and all its expected documents are on file and reviewed. At 22 of 22 we call a project ready to start an audit, never compliant.",
    status: "kept",
    tests: [
      {
        file: "src/domain/control-status.test.ts",
        title: "G0: nothing passes while a check is undecided or a document is not on file",
      },
      { file: "src/domain/control-status.test.ts", title: "taking a pass or a document away turns nothing green" },
    ],
  },
  {
    sentence: "legally protected",
    does: "No software can promise that. Exhibit dates and hashes each item and records it in a signed ledger. We detect and name any later change.",
    status: "kept",
    tests: [
      {
        file: "src/domain/bundle/verify-bundle.test.ts",
        title: "each byte of each file: any one changed is found, and no other file is blamed for it",
      },
      {
        file: "src/web/verification/verify-artifact.test.ts",
        title: "the sample fails when any one byte of its file is flipped",
      },
    ],
  },
  {
    sentence: "Hourly automated evidence collection from cloud and development tools.",
    does: "GitHub, AWS, Google Workspace, Microsoft 365, Okta and Jira are collected every 60 minutes. We file and evaluate the results, and the page shows the last 24 hours. A missed hour stays a gap and is never filled in. Denied or incomplete data counts as unknown. No connector has been tested with a live vendor account yet. See docs/guides/connectors.md for what was used instead.",
    status: "kept",
    tests: [
      {
        file: "src/server/connections/publish-run.db.test.ts",
        title: "an hour's run files what was observed, with verdicts that rest on it, and says so in the ledger",
      },
      {
        file: "src/server/connections/planning.db.test.ts",
        title:
          "slots that passed while nobody worked are missed, those of seven days at most, and the newest one waits",
      },
      {
        file: "src/catalog/finding-rules/rule-sets.test.ts",
        title: "passes what each rule of a check answers for the account, and fails by any of them",
      },
    ],
  },
  {
    sentence: "Evidence tagged once and reused across SOC 2, HIPAA, ISO 27001, PCI, FedRAMP and NIST.",
    does: "One library of 22 controls maps to the requirement ids of seven frameworks. You file an item under its controls once, and it counts in every project of the company.",
    status: "kept",
    tests: [
      { file: "src/catalog/catalog.test.ts", title: "a project of any open framework can label every control" },
      {
        file: "src/catalog/catalog.test.ts",
        title: "every id that a control maps to in %s is there, once, and so is the control's lead",
      },
    ],
  },
  {
    sentence: "Government-grade security",
    does: "This is not a standard. Here it means AES-256-GCM with a random key for each item, and row-level security that the database enforces even for the server's own roles.",
    status: "kept",
    tests: [
      { file: "src/server/blobs/sealed-stream.test.ts", title: "not one altered byte is released, wherever it lies" },
      {
        file: "tests/contracts/isolation.test.ts",
        title: "nobody reaches a row of a company that they are not entitled to, with any verb on any table",
      },
    ],
  },
  {
    sentence: "attorney-client privilege protection",
    does: "Only people on a matter's access list can see its items. The items appear in no other list, count, search, export or alert until an owner on the list waives the privilege with a reason. Every view is recorded before it is answered. The database enforces this, not the page. No software can promise how a court treats a privilege.",
    status: "kept",
    tests: [
      { file: "tests/contracts/privilege.test.ts", title: "finds nothing privileged in the answer of any endpoint" },
      {
        file: "tests/contracts/privilege.test.ts",
        title: "whatever shows a privileged item to its access list has recorded that before",
      },
      {
        file: "tests/contracts/privilege.test.ts",
        title: "every figure for a member is the same with privileged items as without",
      },
    ],
  },
  {
    sentence: "Guided setup of about 90 minutes to a first control report.",
    does: "Five steps lead to frameworks and the dashboard shows what to do next. A timer, visible to the owner, runs from account confirmation to the first bundle. The time depends on the evidence you have, so about 90 minutes is a plan, not a guarantee.",
    status: "kept",
    tests: [
      {
        file: "tests/end-to-end/lena-sets-up-a-law-firm.spec.ts",
        title: "Lena sets up a firm of twelve, from signing up to a control report that verifies",
      },
      {
        file: "src/server/onboarding/onboarding.db.test.ts",
        title: "runs from the owner's sign-up to the first report that was taken, and then stands still",
      },
      {
        file: "src/domain/next-steps.test.ts",
        title: "taking the steps yields what was foretold, and no gain is below 0 or above 100",
      },
    ],
  },
  {
    sentence: "Secure OAuth links to cloud services and practice-management tools, no agents.",
    does: "Not yet for practice-management tools. You link cloud and development tools on the vendor's own page, with a role, or with a key whose private half never leaves the worker. We reject grants with write access. You install nothing on your machines.",
    status: "coming",
    tests: [
      {
        file: "src/server/connections/linking/linking.db.test.ts",
        title: "an account is linked by the vendor's page, found, confirmed, and then collected",
      },
      {
        file: "src/server/connections/linking/linking.db.test.ts",
        title: "an access that could write is refused and revoked, and one that lacks a scope says which",
      },
    ],
  },
  {
    sentence:
      "Continuous ingestion and encryption of logs, policy documents, change tickets and client-confidentiality controls.",
    does: "Encryption works today: we encrypt data as it streams in and confirm it only once it is on disk. Connected tools deliver change tickets and settings every hour. Ingestion of logs and of confidentiality settings of practice-management tools comes with further connections.",
    status: "coming",
    tests: [
      {
        file: "src/server/evidence/evidence.db.test.ts",
        title: "a file comes back as it was sent, and lies sealed on the disk",
      },
      { file: "src/server/evidence/evidence.db.test.ts", title: "an upload that breaks off files nothing" },
    ],
  },
  {
    sentence: "pass/fail status by control",
    does: "We compute a control's status on request, give the reason, and say how much is decided and by what. Unknown never counts as a pass.",
    status: "kept",
    tests: [
      {
        file: "src/domain/control-status.test.ts",
        title: "progress and basis count the same, and all of it only where nothing is missing",
      },
      {
        file: "src/domain/control-status.test.ts",
        title: "a failing check fails its control, unless that does not apply",
      },
    ],
  },
  {
    sentence: "alerts on compliance gaps",
    does: "Subscribers get one email when a control starts failing and one when it has passed for 10 minutes. They also get emails before evidence expires. Alerts also appear in the product and reach webhooks.",
    status: "kept",
    tests: [
      {
        file: "src/server/alerts/incidents.db.test.ts",
        title:
          "a control that fails is told at once to owners and admins, once, with a link to it on a line of its own",
      },
      {
        file: "src/server/alerts/incidents.db.test.ts",
        title: "a control that flaps within minutes is one incident and one mail",
      },
      {
        file: "src/server/controls/standings.db.test.ts",
        title: "a control falls at the moment that was written down, and not before",
      },
    ],
  },
  {
    sentence: "Saves developer cycles (no scripts to maintain).",
    does: "Connections collect automatically, and pipelines push reports with a 15-minute token. You maintain no scripts.",
    status: "kept",
    tests: [
      {
        file: "src/server/connections/publish-run.db.test.ts",
        title: "hours in which nothing changed renew the item that says so, until it is a day old",
      },
    ],
  },
  {
    sentence: "Faster client deals through a real-time compliance portal.",
    does: "A page for your clients, off until you turn it on. It shows the chosen controls that pass right now and how long they are valid. A control that stops passing disappears automatically.",
    status: "kept",
    tests: [
      {
        file: "src/server/portal/portal.db.test.ts",
        title: "a claim is gone at the moment at which its evidence no longer counts, whether or not anybody judges",
      },
      { file: "src/server/portal/portal.db.test.ts", title: "when the judging has fallen behind, nothing old is said" },
    ],
  },
  {
    sentence: "Mitigates legal risk.",
    does: "Less risk, not none. Anyone can check a bundle's claims about an item's file, time, source and controls. A single changed byte is detected.",
    status: "kept",
    tests: [
      {
        file: "src/domain/bundle/verify-bundle.test.ts",
        title: "each byte of each file: any one changed is found, and no other file is blamed for it",
      },
    ],
  },
  {
    sentence: "Each item is dated, hashed and traceable to its source.",
    does: "The ledger commits to an item's time, hash, source and controls. Nobody can edit or remove an entry, not even the administrator.",
    status: "kept",
    tests: [
      {
        file: "tests/contracts/isolation.test.ts",
        title: "not even the administrator changes, deletes or empties rows of %s",
      },
      {
        file: "src/server/evidence/filing.db.test.ts",
        title: "the tree that SQL appends is the tree of RFC 6962, at every size",
      },
    ],
  },
  {
    sentence: "Role-based access.",
    does: "Owner, admin, member and viewer. The database, the API and the pages all enforce the limits.",
    status: "kept",
    tests: [
      {
        file: "src/server/evidence/filing.db.test.ts",
        title: "a viewer files nothing, whatever the server's code thinks",
      },
      { file: "tests/contracts/isolation.test.ts", title: "who may do what with each table is as committed" },
      {
        file: "tests/contracts/endpoints.test.ts",
        title: "does for each role what the table of roles says, and refuses the others",
      },
    ],
  },
  {
    sentence: "Single-tenant data architecture",
    does: "The database isolates each company, and each has its own key. Requests with another company's id get the same answer as an id that does not exist.",
    status: "kept",
    tests: [
      {
        file: "tests/contracts/endpoints.test.ts",
        title: "answers an outsider, and a platform admin, exactly as for a company that does not exist",
      },
      {
        file: "tests/contracts/pool-interleaving.test.ts",
        title: "however transactions interleave and fail, no answer holds another company's data",
      },
    ],
  },
  {
    sentence: "Client confidentiality controls.",
    does: "The library includes this control with its checks and requirements. Only people on a matter's access list can see its privileged items.",
    status: "kept",
    tests: [
      { file: "tests/contracts/privilege.test.ts", title: "finds nothing privileged in the answer of any endpoint" },
      {
        file: "src/catalog/catalog.test.ts",
        title: "asks every control for checks, evidence with a lifetime, and a statement",
      },
    ],
  },
  {
    sentence: "Transparent flat monthly pricing.",
    does: "The prices and limits of all plans are public. The database enforces the limits in one place. Early Access is free.",
    status: "kept",
    tests: [
      {
        file: "tests/contracts/plans.test.ts",
        title: "the limits that the database holds are those of the price list",
      },
      {
        file: "src/server/members/people.db.test.ts",
        title: "are never more than it has, when 50 invitations are sent at once",
      },
    ],
  },
  {
    sentence: "Raw evidence can be exported as JSON/CSV bundles",
    does: "A bundle is a ZIP with the report as PDF and HTML, every file, the lists as JSON and CSV, and a proof for each item. You choose the project and the days.",
    status: "kept",
    tests: [
      {
        file: "src/server/bundle/exported-bundle.db.test.ts",
        title: "verifies, whatever its items are called, and a damaged copy does not",
      },
      { file: "src/server/bundle/zip-writer.test.ts", title: "another program reads our archive, every file whole:" },
    ],
  },
  {
    sentence: "given to auditors read-only",
    does: "You invite auditors to chosen projects until an end date. They read controls, evidence and proofs over read-only database connections. They can draw samples, request evidence and comment. Everything they view is recorded.",
    status: "kept",
    tests: [
      {
        file: "src/server/audit/audit.db.test.ts",
        title: "an auditor is invited to chosen projects until a day, told so by mail and page, and sees those alone",
      },
      {
        file: "src/server/audit/audit.db.test.ts",
        title: "they read evidence with its proof and file, and change nothing",
      },
      {
        file: "src/server/evidence/filing.db.test.ts",
        title: "a viewer files nothing, whatever the server's code thinks",
      },
    ],
  },
  {
    sentence: "A bundle is verified offline, with one command",
    does: "The verifier is one file without dependencies except Node. Every Exhibit serves it apart from bundles, with its SHA-256 on this page. It prints VERIFIED only for an unchanged bundle signed with your key, and otherwise names the problem. It is also available as a page for any browser.",
    status: "kept",
    tests: [
      {
        file: "src/server/bundle/verify-command.test.ts",
        title: "answers 0 for an untouched bundle of the key that was given, zipped and unpacked",
      },
      {
        file: "src/server/bundle/verify-command.test.ts",
        title: "is one file that imports nothing but Node, and is the same when it is built again",
      },
      {
        file: "src/web/verification/bundle-page/file-sources.test.ts",
        title: "the page finds of a bundle what the command finds, whichever byte was changed",
      },
      {
        file: "src/server/http/verifier-files.db.test.ts",
        title: "S4: the verifier is served apart from bundles to everybody, byte for byte as its hash was published",
      },
      {
        file: "src/domain/bundle/forged-bundles.test.ts",
        title: "S4: 120 forged bundles of a grammar, none accepted with the key given, none VERIFIED without it",
      },
    ],
  },
  {
    sentence: "Data is encrypted with 256-bit encryption in transit and at rest",
    does: "At rest: AES-256-GCM, a random key for each item, wrapped by its company's key. In transit, the operator's proxy provides TLS. The operator guide has a configuration that rejects 128-bit suites.",
    status: "kept",
    tests: [
      { file: "src/server/blobs/sealed-stream.test.ts", title: "another key, and another item's name, open nothing" },
      { file: "src/server/blobs/sealed-stream.test.ts", title: "the same bytes are sealed differently each time" },
      { file: "scripts/proxy-guide.test.ts", title: "the proxy of the guide offers no suite below 256 bits" },
    ],
  },
  {
    sentence: "you can cancel anytime",
    does: "The owner deletes the company under Settings. You can undo this for 30 days. Then we erase its keys and all its evidence. Export your evidence first, as a bundle that stays verifiable without us.",
    status: "kept",
    tests: [
      {
        file: "src/server/companies/deletion.db.test.ts",
        title: "a company is erased 30 days after its owner asked, from every table and store, and no other is touched",
      },
      { file: "src/server/bundle/exported-bundle.db.test.ts", title: "of an empty ledger of evidence verifies too" },
    ],
  },
];
