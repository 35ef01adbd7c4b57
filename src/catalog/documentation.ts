import { command, facts, heading, list, steps, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";
import { importingPages } from "./importing-pages.ts";
import { signingPage } from "./signing-page.ts";

export type { Block, DocumentationPage } from "./document-blocks.ts";

/** Every page, in the order of a first reading. */
export const documentation: readonly DocumentationPage[] = [
  {
    key: "getting-started",
    title: "Getting started",
    about: "From an empty company to a first report.",
    blocks: [
      steps(
        "Answer the five steps of Onboarding: what your organization does, its size, its data and its customers. They end in the frameworks that follow from your answers, each with its reason. What you typed is kept, so you can go on another day.",
        "Create a project: choose a framework and a name. Every project has the same 22 core controls, labelled with the requirement ids of its framework.",
        "File evidence: add a document under the controls it proves, or import the report of a scanner under Integrations.",
        "Open the project. Each control says whether it passes, and why, in one sentence.",
        "Press Export Report. The bundle holds the report, the files and a proof for each.",
      ),
      text(
        "Until the first report, home shows these steps. The owner also sees the time since sign-up, breaks included. Afterwards it stands in the settings.",
      ),
      heading("The next best step"),
      text(
        "Home names the three things that raise your frameworks most. A requirement is shared evenly by the controls that touch it, and each gives its share while it passes; the figure under Framework Status is the sum. It says how much evidence there is, not that a requirement is met.",
      ),
      heading("Words we use"),
      facts(
        ["Control", "One of the 22 things a company has to have under control, such as multi-factor authentication."],
        ["Item", "One piece of evidence. Its number, such as `EX-000047`, is given once and never reused."],
        ["Project", "The company's work toward one framework. Evidence is filed once and counts in every project."],
        ["Ledger", "The company's append-only record of everything that was filed and of every administrative act."],
      ),
      text(
        "A project that passes 22 of 22 is ready to start an audit. It is not thereby compliant: each control says what it does not cover.",
      ),
    ],
  },
  {
    key: "filing-evidence",
    title: "Filing evidence",
    about: "What can be filed, what happens to it, and how long it counts.",
    blocks: [
      text(
        "Press Add Evidence on the Evidence page, choose or drop files, and say which controls they prove. A file may have up to 100 MB. A report of a scanner may have up to 64 MB, and is imported under Integrations, with Import a Report.",
      ),
      heading("What happens to a file"),
      steps(
        "Its SHA-256 is taken while it arrives, and it is encrypted under a random key of its own (AES-256-GCM).",
        "It gets the next number of your company and a place in its ledger. Neither changes again.",
        "Items are not edited and not deleted. To correct one, open it and press New version: the newer one takes its place and counts from then on, and the older one stays on file.",
        "A line that breaks is waited for, and a large file goes on from the last byte that arrived. You may close the dialog meanwhile; what arrived is kept for six hours.",
      ),
      heading("Types, and how long they count"),
      list(
        "Config: what a system was set to. Policy: what was decided. Document: what was agreed or done. Report: what a tool found.",
        "An item counts for a control until its date of expiry, which depends on the control and the type. The item's panel shows the date.",
      ),
      heading("Imported reports"),
      text(
        "Each finding of a report is matched with the checks of the 22 controls and judged: pass, fail, unknown or not applicable. What the tool did not look at stays unknown, and unknown is never green.",
      ),
    ],
  },
  ...importingPages,
  {
    key: "control-status",
    title: "How a control's status is computed",
    about: "The order of the rules that decide between passing, failing and needs evidence.",
    blocks: [
      text("The status is computed when the page asks for it, from what is valid at that moment, in this order:"),
      steps(
        "Not applicable, if an owner or admin declared so, with the reason.",
        "Failing, if a valid result of a check failed.",
        "Needs evidence, if a check could not be decided (unknown), or its last result is too old to count.",
        "Needs evidence, if nothing on file is valid now.",
        "Passing, if an item that is valid now is filed under the control, or a valid check passed.",
      ),
      heading("Projects"),
      facts(
        ["Draft", "Until it is started, or its first evidence is filed."],
        ["In Progress", "Some controls do not pass yet."],
        ["Audit Ready", "All 22 pass or do not apply."],
        ["Archived", "Kept for reading, with the figures it had. An owner or admin restores it."],
      ),
      heading("Audit window and days covered"),
      text(
        "An owner or admin gives a project an audit window: a first and a last day in UTC, at most 36 months apart. Each control then shows on how many of the days that have passed it was passing, or did not apply, from midnight to midnight. The other days are listed with their reasons. A day before anything was recorded does not count.",
      ),
      heading("Owner and due date"),
      text(
        "Members give a control an owner and a due date, and write notes about it. All three belong to the control and not to a project, as evidence does. A note cannot be changed; its author or an admin can strike it out, and it stays readable.",
      ),
    ],
  },
  {
    key: "verifying-a-bundle",
    title: "Verifying a bundle offline",
    about: "How anybody checks a report without an account, a network or trust in us.",
    blocks: [
      text(
        "Every Exhibit serves the verifier apart from bundles: as the page `/verify.html` for any browser, and as the program `/verify.mjs` for Node.js 20 or newer. Both run the same code, and their SHA-256 is on the page of promises. Do not run the copy that lies in a bundle you doubt: whoever changed the bundle could change it, too. Give the auditor the ledger's key by another route than the bundle itself.",
      ),
      heading("In a browser"),
      list(
        "Open `/verify.html` of the issuer's address, or a copy that you keep on disk. It is one file and may not use the network.",
        "Enter the key, then drop the ZIP on the page or choose it. A bundle that was unpacked is chosen as a folder.",
        "It reads the ZIP in slices, so a bundle of any size will do, and answers in the words of the program.",
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
        "A bundle that another tool packed again is verified as long as every file in it is whole, and the program says so.",
      ),
      heading("What a bundle covers"),
      list(
        "Everything on file, or what was collected on the days that were chosen. Its README, its report and its signed manifest say which, and the verifier repeats it.",
        "A report of past days is judged as of the end of the last one, from what was collected on them.",
        "Privileged items are left out of every bundle, whoever exports it, until an owner lifts the privilege. A missing number is such an item, or one out of scope. Their leaf hashes are there like all others, and tell nothing: each is the hash of a random id and of commitments under a secret salt.",
        "`oscal/assessment-results.json` says the findings in OSCAL 1.1.2, for other tools.",
      ),
      heading("What is proved, and what is not"),
      list(
        "Proved: the files are those that were filed, none was altered since, and each has the position in the ledger that is stated.",
        "Not proved: that a source told the truth when it was asked, or that nothing else exists.",
      ),
      text("The panel of each item shows its proof, too, and verifies it in your browser."),
    ],
  },
  signingPage,
  {
    key: "roles",
    title: "Roles",
    about: "What owners, admins, members and viewers may do.",
    blocks: [
      text(
        "The page hides what a role may not do, the API refuses it, and the database holds the same limits by itself. This table is made from the rule that all of them ask.",
      ),
      { kind: "roles" },
      text(
        "Each company has one owner. An owner or admin changes roles under Settings. Platform admins run the installation; that alone shows them no company's evidence.",
      ),
    ],
  },
  {
    key: "storage",
    title: "Privilege and storage",
    about: "Where evidence lies, and who can read it.",
    blocks: [
      list(
        "A company's evidence lies in one storage location, the United States or the European Union. It is chosen when the company is created. The map on the Evidence page shows how many bytes lie where.",
        "Every file is encrypted with a random key of its own, that key with the company's key, and that one with the installation's secret.",
        "Companies are walled off from each other by the database itself: a request sees one company, of which its sender is an active member.",
        "A company can ask every member for a second factor, under Settings.",
      ),
      heading("Privileged items"),
      text(
        "An owner opens a matter under Matters and chooses its circle. What the circle files under it is privileged: the circle sees it and nobody else does, an owner outside the circle included. It counts for no control, and is in no search, export or alert.",
      ),
      list(
        "Every view of a privileged item is recorded in the matter's record, which its circle reads.",
        "The privilege log of a matter is a CSV file with date, author, type, number, description and what is claimed, as FRCP 26(b)(5) asks.",
        "An owner who is in the circle can lift the privilege of an item, with a reason and for good. From then on it is an item like any other.",
        "Exhibit numbers have no gaps, so that a missing number tells that something was filed, and nothing of it.",
      ),
      heading("Auditors"),
      text(
        "Owners and admins invite an auditor under Settings, to chosen projects until a day. An auditor reads controls and evidence, checks proofs, draws seeded samples, asks for evidence and comments; they change nothing and are shown nothing privileged. What they look at is recorded, and listed beside them.",
      ),
    ],
  },
  {
    key: "api",
    title: "API and tokens",
    about: "Reading and filing from your own programs.",
    blocks: [
      text(
        "Everything the pages do goes through one API under `/api/v1`. Its description for people is at `/api/docs`, for programs at `/api/openapi.json`.",
      ),
      text(
        "Tokens are made under Settings, Integrations, by owners and admins, where the installation and the plan allow it. A token acts as the person who made it, in one company, within its scopes, and until its end. It ends sooner when that person is no longer an owner or admin, unless another one keeps it. It is shown once.",
      ),
      command('curl -H "Authorization: Bearer TOKEN" APP_URL/api/v1/companies/COMPANY_ID/controls'),
      list(
        "A failure answers `{ code, message }` with a status; `/api/docs` lists every code.",
        "Filing takes an `Idempotency-Key` header: sending the same item again with the same key answers with the item that is already on file.",
        "Status 429 names in `Retry-After` how many seconds to wait.",
      ),
    ],
  },
  {
    key: "webhooks",
    title: "Webhooks",
    about: "Being told when something happens in a company.",
    blocks: [
      text(
        "Owners and admins add addresses under Settings, Integrations. Each gets a POST for the events it asks for, soon after the ledger has their entry.",
      ),
      list(
        "Deliveries are signed as Standard Webhooks describes: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret that was shown when you added the address.",
        "Answer with a status from 200 to 299. Anything else is tried again, more and more seldom; the log under Settings shows each attempt.",
        "The same delivery may arrive twice. Its `webhook-id` stays the same.",
      ),
      heading("Controls"),
      text(
        "A change of a control's status is an entry of the ledger like any other, so a webhook is told of it, too. The entry's `subject` is the control, such as `XC-08`; the API says the rest.",
      ),
      facts(
        ["`control.failing`", "A result failed that counts now."],
        ["`control.passing`", "The control passes, for the first time or again."],
        ["`control.needsEvidence`", "It passed or failed, and nothing on file decides it any more."],
        ["`control.notApplicable`", "It was declared not applicable."],
      ),
      text("Each change is sent as it comes. Only mails wait for a recovery to hold."),
    ],
  },
  {
    key: "alerts",
    title: "Alerts",
    about: "When you are told that a control fails or that evidence is about to expire.",
    blocks: [
      text(
        "Controls are judged again within seconds after something was filed, and at the moment at which what they rest on is too old to count. The bell at the top shows what is open; Alerts lists everything.",
      ),
      facts(
        ["Control failing", "Told at once, and once: a reason that changes is the same alert."],
        [
          "Control passing again",
          "Told when it has held for ten minutes. What fails again before that is the same alert.",
        ],
        ["Evidence expiring soon", "Told 14 days and 1 day before, if it counts for more than twice as long."],
        ["Control needs evidence", "Told when a control that passed can no longer be shown to."],
      ),
      text(
        "Owners and admins are mailed from the start, and whoever sees to the control. Everybody chooses under Settings, Notifications: at once, in the daily mail at 08:00 UTC, or not. Mails can be paused until a day, and a single control muted where its alert is listed. Acknowledging says to everybody that you look after it.",
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
    about: "Working without a mouse.",
    blocks: [
      facts(
        ["Ctrl or ⌘ with K", "Opens the command palette: pages, actions, projects, controls and evidence."],
        ["Ctrl or ⌘ with B", "Folds the sidebar to a rail, or opens it again."],
        ["Up and Down", "In the palette and in menus: the next entry, or the one before."],
        ["Enter", "Goes to the chosen entry."],
        [
          "j and k",
          "With an item of the Evidence page open: the next item of the list, or the one before. Right and Left do the same.",
        ],
        ["Esc", "Closes the palette, a menu, a dialog or an open panel."],
        ["Tab", "The first stop of each page leads past the navigation."],
      ),
      text("In the palette, type a number such as `47` to open that item, or a requirement id such as `CC6.1`."),
    ],
  },
];

/** The words of a page that a search looks through. */
export function wordsOf(page: DocumentationPage): string {
  const words = page.blocks.flatMap((block) => {
    if (block.kind === "roles") return [];
    if (block.kind === "facts") return block.rows.flat();
    return block.kind === "list" || block.kind === "steps" ? block.items : [block.text];
  });
  return [page.title, page.about, ...words].join(" ").toLowerCase();
}
