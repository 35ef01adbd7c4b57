import { command, facts, heading, list, steps, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";
import { capabilityPage, withCapabilities } from "./capability-pages.ts";
import { connectionsPage } from "./connections-page.ts";
import { importingPages } from "./importing-pages.ts";
import { programPage } from "./program-page.ts";
import { signingPage } from "./signing-page.ts";

export type { Block, DocumentationPage } from "./document-blocks.ts";

const pages: readonly DocumentationPage[] = [
  {
    key: "getting-started",
    title: "Getting started",
    about: "Go from an empty company to your first report.",
    blocks: [
      steps(
        "Complete the five Onboarding steps about your organization, its size, data and customers. They end with recommended frameworks and the reason for each. We save your answers, so you can continue another day.",
        "Create a project: choose a framework and a name. Every project has the same 22 core controls, labeled with the requirement ids of its framework.",
        "Add evidence: add a document to the controls it supports, or import a scanner report under Integrations.",
        "Open the project. Each control shows whether it passes, and why, in one sentence.",
        "Choose Export Report. The bundle contains the report, the files and a proof for each file.",
      ),
      text(
        "The dashboard shows these steps until your first report. The owner also sees the time since sign-up, breaks included. Later you find this figure in Settings.",
      ),
      heading("The next best step"),
      text(
        "The dashboard shows the three steps that raise your frameworks most. The controls that support a requirement share it evenly. Each adds its share while it passes, and Framework Status shows the sum. The figure measures your evidence. It does not mean that a requirement is met.",
      ),
      heading("Glossary"),
      facts(
        ["Control", "One of the 22 safeguards a company needs, such as multi-factor authentication."],
        ["Item", "A piece of evidence. Its number, such as `EX-000047`, is never reused."],
        ["Project", "The company's work toward one framework. You file evidence once and it counts in every project."],
        ["Ledger", "The company's append-only record of all evidence and every admin action."],
      ),
      text(
        "A project that passes 22 of 22 is ready to start an audit. This does not make you compliant. Each control says what it does not cover.",
      ),
    ],
  },
  {
    key: "filing-evidence",
    title: "Adding evidence",
    about: "What you can add, what happens to it and how long it counts.",
    blocks: [
      text(
        "Choose Add Evidence on the Evidence page, choose or drop files and select the controls they support. Files can be up to 100 MB. To import a scanner report of up to 64 MB, choose Import a Report under Integrations. We ask before we add a program or an archive, because auditors cannot read it as evidence.",
      ),
      heading("Many files at once"),
      text(
        "Drop several files, a folder or a ZIP on the Evidence page, or open Add Evidence and choose Use the table. We read the names and contents on this server and suggest a document, control, type and date for each. Check each row, then add all at once. Undo withdraws all of them again. A suggestion decides nothing: a document counts once another person has reviewed it.",
      ),
      text(
        "Programs add up to 500 items in one request, all or none. The API reference has it as `POST /companies/{companyId}/evidence-batches`.",
      ),
      text(
        "A CSV file in the folder can fill the table. Its columns are file, title, control or requirement, document, type and date; file and one other are enough. Rows without a file and files without a row are listed. If one row cannot be read, nothing of the index is used.",
      ),
      text(
        "From Drata, download the evidence package of Audit Hub and drop the ZIP: folder names suggest documents, and the files that only describe the package are left out. From Vanta, drop the folder or ZIP of your downloaded documents; Vanta publishes no description of an export, so folder and file names are all we use.",
      ),
      heading("Files from a link"),
      text(
        "Where the operator of your installation set it up, paste links to files in Google Drive, OneDrive, SharePoint or Dropbox, one a line: in Add Evidence or below the table. Connect your own account first; it opens in a new tab and stays connected for an hour. The server reads each file with your account, so you can add what you can open and nothing else. A link to a folder offers the files in it, 100 at most.",
      ),
      text(
        "The files stand in the same table as dropped ones. Google Docs, Sheets and Slides are exported as PDF, up to 10 MB. The chain of custody names the provider, your account there, the file, its revision and when it was read. The file is a copy: paste the link again for a newer revision. Files that a provider marks as harmful, and links with a password, are refused.",
      ),
      heading("What happens to a file"),
      steps(
        "We compute its SHA-256 during the upload and encrypt it with its own random key (AES-256-GCM).",
        "It gets your company's next number and a ledger entry. Neither ever changes.",
        "You cannot edit files. To correct one, open the item and choose New version. The new version counts from then on and the old one stays on file.",
      ),
      text(
        "If an item should not count at all, withdraw it with a reason. It leaves controls, lists, reports and what auditors see. Its number, hash and chain of custody stay, and you can restore it. Members withdraw what they added, owners and admins any item. Under Select you withdraw several at once; the filter Withdrawn lists them.",
      ),
      text(
        "If the file itself must go, an owner erases it: open the withdrawn item and choose Erase the file. The file, its key, its names and what we read from it go for good, and nobody can undo it. Number, SHA-256, size, source, dates, reasons and chain of custody stay. We refuse it while an auditor's open request, an audit under way or a test that counts rests on the item. Bundles you exported and backups from before keep their copy until you delete them.",
      ),
      text(
        "To correct a name or the controls, open the item and choose Rename or Change controls. Under Select you change the controls of several items at once. The ledger records each change, you can undo it, and the chain of custody keeps the original. Removing an item from a control needs a reason; documents filed there leave with it. Members change what they added, owners and admins any item.",
      ),
      text(
        "If your connection drops, the upload resumes from the last byte received. You can close the dialog. We keep partial uploads for 6 hours.",
      ),
      heading("Types, and how long they count"),
      list(
        "Config: system settings. Policy: a decision. Document: an agreement or a record. Report: findings of a tool.",
        "An item counts until it expires. The date depends on the control and the type, and the item's panel shows it.",
        "An item decides a control only through a check that it answers or as an expected document. Other items support it.",
      ),
      heading("Imported reports"),
      text(
        "We match each finding to the checks of the 22 controls as pass, fail, unknown or not applicable. Anything the tool did not check stays unknown, and unknown never counts as a pass.",
      ),
    ],
  },
  connectionsPage,
  ...importingPages,
  {
    key: "control-status",
    title: "How a control's status is computed",
    about: "The rules that decide between passing, failing and needs evidence, in order.",
    blocks: [
      text("We compute the status each time you open the page, in this order:"),
      steps(
        "Not applicable, if an owner or admin marked it so, with a reason.",
        "Failing, if a check of it fails.",
        "Passing, if every check passes or does not apply, and every expected document is on file and reviewed or marked as not applicable. At least one check passes or one document is on file.",
        "Needs evidence otherwise. The control names what is missing and the next thing to do.",
      ),
      heading("What decides a control"),
      text(
        "The control's page lists it: each check with its parts, and each expected document. “5 of 7 decided” says how far it is. A check or document for some frameworks only is asked once you have a project in one of them. Without any project all are asked.",
      ),
      facts(
        ["By machine", "A connection or an imported report answered the check. It can be judged again."],
        [
          "By register",
          "Records of your registers answered the check, alone or with what a machine read. It can be judged again from the sealed exhibit.",
        ],
        ["By a person", "Somebody tested the check by hand and signed the result."],
        ["Document", "Somebody filed an item as this document, and a reviewer accepted it."],
        ["Supporting evidence", "Everything else filed under the control. It is listed and decides nothing by itself."],
      ),
      heading("Projects"),
      facts(
        ["Draft", "Before you start it or add its first evidence."],
        ["In Progress", "Some controls do not pass yet."],
        ["Audit Ready", "All 22 pass or do not apply, and each has an owner."],
        ["Archived", "Read-only, with the figures it had. An owner or admin can restore it."],
      ),
      heading("Audit window and days covered"),
      text(
        "Owners and admins can set a project's audit window: a first and last day (UTC), at most 36 months apart. Each control then shows on how many full days so far it passed or did not apply. The other days are listed with reasons. Days before the first record do not count.",
      ),
      heading("Owner and due date"),
      text(
        "Members can give a control an owner, a due date and notes. They belong to the control, not to a project. Notes can't be edited. The author or an admin can cross out a note, and it stays readable.",
      ),
    ],
  },
  {
    key: "systems",
    title: "Systems and scope",
    about: "The list of what your company runs or uses, and what you leave out.",
    blocks: [
      text(
        "Systems lists what your company runs or uses, by 20 kinds. Connecting an account adds its system. Owners and admins add the others by hand. Auditors you invite read the list.",
      ),
      heading("Kinds"),
      facts(
        ["In scope", "Your company has systems of this kind."],
        ["Out of scope", "Every system of this kind is left out by a decision."],
        ["Declared none", "Your company has no system of this kind."],
        ["Not answered", "Neither has been said yet."],
      ),
      heading("What the list decides"),
      text(
        "Checks are asked of what is listed here. A check has parts, and each part is asked of every system in scope of its kinds. One valid failure fails the check. It passes once every part is answered for every one of these systems and nothing fails. Until then it is unknown, and the control names what was not read. While a kind is not answered, no check about it passes. A kind you declared none is not asked.",
      ),
      text(
        "A connection answers for its own system. A report answers for the one system whose account or name it names. A report about anything else can fail a check but never pass it.",
      ),
      heading("Decisions"),
      text(
        "“We have none” and “out of scope” need a reason. They hold until a day you choose, one year at most, and then end by themselves. You can withdraw them at any time. A system on the list outweighs “we have none”. The ledger records each decision with its author.",
      ),
      heading("When a connection ends"),
      text(
        "Disconnecting leaves the system in scope. What it answered counts until it is too old, and the control then says when it was last read. Connecting the same account again continues it. You can remove a system only if it is not connected and no connection filed evidence about it.",
      ),
    ],
  },
  programPage,
  {
    key: "manual-tests",
    title: "Tests by people",
    about: "Test a check by hand, and accept a failure until a day.",
    blocks: [
      text(
        "Members can test a check, or one part of it, on the control's page. The procedure is the check's own; you can add to it. Say where the population comes from and how many items it holds, and draw a sample. Give each drawn item a result, name the exhibits it rests on, conclude and sign.",
      ),
      heading("The sample"),
      text(
        "Each number n of the population is ranked by the SHA-256 of `seed|n`. The numbers with the smallest ranks are the sample, so anyone draws it again from the seed. The items are numbered from 1, or are exhibits by their numbers.",
      ),
      heading("The conclusion"),
      facts(
        ["Passes", "Every drawn item is as expected. One exception, or nothing tested, rules it out."],
        ["Fails", "At least one exception."],
        ["Not decided", "The test could not be concluded; it says why."],
      ),
      heading("What it decides"),
      text(
        "A passing test decides the systems of its part that no machine reads, or a check that no system answers. What a machine found failing stays failing, and what a machine read and left unknown stays unknown. A failing test fails the check.",
      ),
      heading("How long it counts"),
      text(
        "A test counts for as long as the control's cadence. It can't be edited. A newer test of the same part takes its place. The person who signed it, an owner or an admin can withdraw it with a reason; no older test takes its place then.",
      ),
      heading("Accepted failures"),
      text(
        "Owners and admins can accept a failing check until a day, one year at most, with a reason and a treatment. It stays failing and is shown as “Failing, accepted until”. It ends after that day, when the check passes, or when you withdraw it.",
      ),
    ],
  },
  {
    key: "verifying-a-bundle",
    title: "Verifying a bundle offline",
    about: "Check a report without an account, a network or trust in us.",
    blocks: [
      text(
        "Every Exhibit serves the verifier separately from bundles: `/verify.html` for any browser and `/verify.mjs` for Node.js 20 or newer. Both run the same code. The promises page lists their SHA-256. Do not run the copy inside a bundle you doubt, because anyone who changed the bundle could have changed it too. Send the ledger key to your auditor separately from the bundle.",
      ),
      heading("In a browser"),
      list(
        "Open `/verify.html` on the issuer's site, or your own saved copy. It is one file and cannot use the network.",
        "Enter the key, then drop or choose the ZIP. If you unpacked the bundle, choose its folder.",
        "It reads the ZIP in slices, so bundles of any size work. The answers match those of the program.",
      ),
      heading("On a command line"),
      command('node verify.mjs bundle.zip --key "THE KEY YOU WERE GIVEN"'),
      list(
        "`VERIFIED`, exit code 0: every file is as it was sealed with the key you gave, and every item lies in the signed ledger.",
        "`REFUSED`, 1: something was changed, and each thing is named.",
        "`NOT SHOWN to continue`, 1: with `--since FILE` you brought a signed checkpoint of an earlier day, and the bundle does not show that its ledger continues it. A bundle holds all leaf hashes of the ledger, so that a checkpoint of any day can be computed again.",
        "`This is not an Exhibit bundle`, 2: nothing was verified.",
        "`CONSISTENT. The issuer was not checked: give --key`, 3: the bundle agrees with the key inside of it, as any forger's does.",
        "`EXPIRED`, 4: a claim was good until a day that is over.",
        "A bundle repacked by another tool still verifies if every file is intact, and the program says so.",
      ),
      heading("What a bundle covers"),
      list(
        "All evidence, or evidence collected on the chosen days. The README, the report, the signed manifest and the verifier all state which.",
        "A report for past days shows the status at the end of the last day, from evidence collected on those days.",
        "Bundles never contain privileged items until an owner waives the privilege. A missing number is a privileged item, a withdrawn one or one out of scope. The file withdrawn.json names withdrawn items with number, hash and reason, and says of which the file was erased. Items are listed as they were filed; renamedTo and refiledUnder name what changed since, and the verifier checks each change against the ledger. Their leaf hashes are included but reveal nothing: each is the hash of a random id and of commitments under a secret salt.",
        "`oscal/assessment-results.json` says the findings in OSCAL 1.1.2, for other tools.",
      ),
      heading("What a bundle proves"),
      list(
        "Proved: the files are the filed ones, none has changed since, and each has its stated position in the ledger.",
        "Not proved: that a source was truthful, or that no other evidence exists.",
      ),
      text("Each item's panel also shows its proof and verifies it in your browser."),
    ],
  },
  signingPage,
  {
    key: "roles",
    title: "Roles",
    about: "What owners, admins, members and viewers can do.",
    blocks: [
      text(
        "Pages hide actions your role does not allow, the API rejects them, and the database enforces the same rules. This table comes from those rules.",
      ),
      { kind: "roles" },
      text(
        "Each company has one owner. Owners and admins change roles under Settings. Platform admins run the installation, which gives them no access to company evidence.",
      ),
    ],
  },
  {
    key: "storage",
    title: "Privilege and storage",
    about: "Where evidence is stored and who can read it.",
    blocks: [
      list(
        "All of a company's evidence is stored in one location: the United States or the European Union. You choose it when you create the company. The map on the Evidence page shows how much is stored where.",
        "Every file is encrypted with its own random key. The company's key encrypts that key, and the installation's secret encrypts the company's key.",
        "The database isolates companies. A request only sees one company, and its sender must be an active member.",
        "A company can require MFA for all members under Settings.",
      ),
      heading("Privileged items"),
      text(
        "An owner opens a matter under Matters and chooses its access list. Items added under it are privileged. Only people on the list can see them, so owners who are not on it cannot. Privileged items count for no control and appear in no search, export or alert.",
      ),
      list(
        "The matter's record lists every view of a privileged item. Only people on the access list can read it.",
        "A matter's privilege log is a CSV file with date, author, type, number, description and claimed privilege, as FRCP 26(b)(5) requires.",
        "An owner on the access list can waive an item's privilege permanently, with a reason. It then becomes a regular item.",
        "Exhibit numbers have no gaps. A missing number shows that an item exists and nothing more.",
      ),
      heading("Auditors"),
      text(
        "Owners and admins invite auditors under Settings, to chosen projects until an end date. Auditors can read controls, evidence and sealed registers, check proofs, draw seeded samples, request evidence and comment. Personal and confidential values of registers are withheld and counted, and screenings are never shown. Auditors cannot change anything or see privileged items. Settings lists everything they viewed.",
      ),
    ],
  },
  {
    key: "api",
    title: "API and tokens",
    about: "Read and add evidence from your own programs.",
    blocks: [
      text(
        "Every page uses one API under `/api/v1`. Read about it at `/api/docs`, or load `/api/openapi.json` into your tools.",
      ),
      text(
        "Owners and admins create tokens under Settings, Integrations, if the installation and the plan allow it. A token acts as its creator, in one company, within its scopes, until it expires. It ends earlier if its creator is no longer an owner or admin, unless another one keeps it. You can only see it once.",
      ),
      command('curl -H "Authorization: Bearer TOKEN" APP_URL/api/v1/companies/COMPANY_ID/controls'),
      list(
        "Errors return `{ code, message }` with a status. `/api/docs` lists every code.",
        "Send an `Idempotency-Key` header when you add evidence. The same item with the same key returns the item already on file.",
        "With status 429, `Retry-After` gives the seconds to wait.",
      ),
    ],
  },
  {
    key: "webhooks",
    title: "Webhooks",
    about: "Get notified when something happens in a company.",
    blocks: [
      text(
        "Owners and admins add URLs under Settings, Integrations. Each URL gets a POST for its selected events, soon after the ledger records them.",
      ),
      list(
        "Deliveries are signed per Standard Webhooks. Verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret you saw when you added the URL.",
        "Answer with a status from 200 to 299. We retry anything else with growing delays. The log under Settings shows each attempt.",
        "The same delivery may arrive twice. Its `webhook-id` stays the same.",
        "`evidence.renamed` carries the item's number and both names, `from` and `to`. `evidence.refiled` carries its number and the ids of the controls, `added` and `removed`.",
      ),
      heading("Controls"),
      text(
        "The ledger also records control status changes, so webhooks get them too. The entry's `subject` is the control, such as `XC-08`. Use the API for details.",
      ),
      facts(
        ["`control.failing`", "A currently valid result failed."],
        ["`control.passing`", "The control passes, for the first time or again."],
        ["`control.needsEvidence`", "It passed or failed before, and something it needs is now missing or too old."],
        ["`control.notApplicable`", "It was marked as not applicable."],
      ),
      text("Webhooks send each change immediately. Only emails wait until a recovery has lasted."),
    ],
  },
  {
    key: "alerts",
    title: "Alerts",
    about: "Get alerts when a control fails or evidence expires soon.",
    blocks: [
      text(
        "We re-evaluate controls within seconds after evidence is added and when evidence expires. The bell at the top shows open alerts. Alerts lists all of them.",
      ),
      facts(
        ["Control failing", "One email immediately. A new reason does not send another."],
        [
          "Control passing again",
          "One email when it has passed for 10 minutes. A failure before that belongs to the same alert.",
        ],
        [
          "Evidence expiring soon",
          "Emails 14 days and 1 day before, if the evidence counts for more than twice as long.",
        ],
        ["Control needs evidence", "One email when something a passing control needs is missing or too old."],
      ),
      text(
        "Owners, admins and the control's owner get emails by default. You choose under Settings, Notifications: immediately, in the daily email at 08:00 UTC, or off. You can pause emails until a date or mute one control under Alerts. Acknowledge an alert to show others that you are working on it.",
      ),
      heading("The public portal"),
      text(
        "Owners and admins can publish a page for clients under Settings, Portal. It lists the controls you choose while they pass, with the dates they were checked and expire. A control that stops passing or expires is removed automatically. Other controls are not mentioned. When the portal is off, visitors see a 404.",
      ),
    ],
  },
  {
    key: "keyboard",
    title: "Keyboard shortcuts",
    about: "Work without a mouse.",
    blocks: [
      facts(
        ["?", "Lists all keyboard shortcuts. Turn the single-key ones off there."],
        ["Ctrl or ⌘ with K, or /", "Opens the command palette: pages, actions, projects, controls and evidence."],
        ["Ctrl or ⌘ with B", "Collapses or expands the sidebar."],
        ["Ctrl or ⌘ with Enter", "Sends the form you are in, or presses the main button of what is selected."],
        ["Ctrl or ⌘ with V", "Files what you copied: choose the control it belongs to."],
        [
          "N, A, F, R, T, V, M, I, E, C",
          "Start an action: add evidence, assign, open what fails, review, test, verify, mute, invite, export, create a project.",
        ],
        ["Up and Down", "In the palette and in menus: go to the next or previous entry."],
        ["Enter", "Opens the selected entry."],
        ["j and k", "With an evidence item open: go to the next or previous item. Right and Left do the same."],
        ["Esc", "Closes the palette, a menu, a dialog or an open panel."],
        ["Tab", "The first stop on each page skips the navigation."],
      ),
      text("In the palette, enter a number such as `47` to open that item, or a requirement id such as `CC6.1`."),
    ],
  },
];

/** Every page, in the order of a first reading. Each ends with what the table of capabilities limits on it. */
export const documentation: readonly DocumentationPage[] = [...pages.map(withCapabilities), capabilityPage];

/** The words of a page that a search looks through. */
export function wordsOf(page: DocumentationPage): string {
  const words = page.blocks.flatMap((block) => {
    if (block.kind === "roles") return [];
    if (block.kind === "facts") return block.rows.flat();
    return block.kind === "list" || block.kind === "steps" ? block.items : [block.text];
  });
  return [page.title, page.about, ...words].join(" ").toLowerCase();
}
