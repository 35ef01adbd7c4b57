import { registerNames } from "../register-names.gen.ts";
import { inList, kept } from "./capability.ts";

const names = registerNames.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1));
const namesInSentence = `There are ${names.length} registers: ${inList(names)}.`;

/** The records that a company keeps about itself, and what its people do. */
export const program = {
  registers: kept(
    "Registers",
    "Keep the records that auditors ask for here, in place of spreadsheets. Exhibit seals and judges them after each change.",
    "program",
    {
      "src/server/registers/registers.db.test.ts": [
        "is added, changed, ended and reopened, and its history replays to it",
        "is previewed, imported whole, and undone",
        "waits for a second person where its register asks for one, and again after each change",
      ],
      "src/server/registers/run-registers.db.test.ts": [
        "a change is sealed and judged seconds later, once; what says the same files nothing for a day",
      ],
    },
    {
      more: `${namesInSentence} An empty register passes nothing until somebody confirms that there is nothing to list.`,
    },
  ),
  accounts: kept(
    "Whose account it is",
    "Accounts of connected systems are matched to people by email address. You decide about the others, one by one or together.",
    "program",
    {
      "src/server/registers/accounts.db.test.ts": [
        "an account at a proved domain is its person's, and each system is judged under its own name",
        "a leaver's account is unknown for a day, fails after it, passes once it is seen disabled, and fails again when it is back",
      ],
    },
  ),
  printedDocuments: kept(
    "Printed documents",
    "Documents that auditors expect are printed from sealed registers, as a PDF or in Word. From a bundle anyone can print them again.",
    "program",
    {
      "src/server/printed-documents/printed.db.test.ts": [
        "corrective actions are on file once another person accepts what was printed, and fall with the confirmation",
        "the same exhibit gives the same bytes as a PDF and a Word document, whoever changed a record since",
        "a stranger redraws a document from the bundle, and a bundle with a changed record is refused",
      ],
    },
  ),
  incidentClocks: kept(
    "Incident clocks",
    "An incident shows each duty to give notice with its law or contract and its deadline, counted from the discovery.",
    "program",
    {
      "src/server/registers/deadlines.db.test.ts": [
        "an incident answers with the deadline of each law and contract, counted from its discovery, and asks counsel for the rest",
        "a running incident shows when each client whose contract asks for notice must be told, and a closed one does not",
      ],
      "src/domain/incidents/notice-clock.test.ts": [
        "are never none for a place without a rule, for client files, or while nobody said what and whom it touched",
      ],
    },
    { more: "Where Exhibit knows no rule, it says Ask counsel." },
  ),
  legalHolds: kept(
    "Legal holds",
    "Custodians of a hold are told by email and asked until they confirm. What it names is not erased before its release.",
    "program",
    {
      "src/server/legal-holds/legal-holds.db.test.ts": [
        "a custodian is told once by mail, reminded every week until they confirm, and told of the release once",
        "a hold that another person approved binds until another person approves its release or its end",
        "an exhibit that a hold names is not erased until the release, by page or API, and says why",
      ],
      "src/server/legal-holds/narrowed-holds.db.test.ts": [
        "an approved hold that one person empties keeps all that it named, until another person approves that it names less",
      ],
    },
  ),
  auditorsRegisters: kept(
    "Registers for auditors",
    "Auditors read registers as they were sealed, with personal values withheld, and draw samples that anyone can draw again.",
    "program",
    {
      "src/server/audit/sealed-registers.db.test.ts": [
        "an auditor reads the registers that checks rest on as they were sealed, with exhibit, time and confirmation",
        "personal and confidential values are withheld and counted, and nothing finds a record by them",
        "a sample of records is drawn from the exhibit's numbers, recorded, and drawn again by anyone from its seed",
      ],
    },
  ),
  policies: kept(
    "Policies",
    "Write policies from a library for law firms or software companies. Others approve them, and people acknowledge the text in force.",
    "program",
    {
      "src/server/policies/policies.db.test.ts": [
        "is drafted, sent, approved by another and in force, each with its entry that has the text's hash",
        "is approved by none of its authors while another person may, and by the author where nobody else may",
        "is a leaf with person, version, hash, method and instant, once for each person",
      ],
      "src/server/registers/policy-pages.db.test.ts": [
        "policies are sealed with what decides their checks, and a bundle shows each thing that was changed",
      ],
    },
  ),
  "policy-documents": kept(
    "Policies as documents",
    "Import a policy from Word or PDF and see what is left out. Download each version as a PDF or Word document with its approvals.",
    "program",
    {
      "src/server/policies/documents/documents.db.test.ts": [
        "comes back as the text of a policy with what was left out, and nothing is kept",
        "is downloaded as a Word document that holds its text, and as a PDF, by everyone who may read it",
        "gives the same bytes each time, and others once it is in force",
      ],
      "src/server/policies/originals.db.test.ts": [
        "a version names the exhibit that it was imported from, as does the ledger, and the next version does not",
      ],
      "src/server/policies/documents/documents.test.ts": [
        "any policy goes out as a Word document and comes back as the same text",
      ],
      "src/server/reading/policy-file/policy-file.test.ts": [
        "says what is not carried over, with how often",
        "is read with 40 MB of pictures, which stay packed",
      ],
    },
    { more: "The original is filed as evidence, and the version that was imported from it names it." },
  ),
  training: kept(
    "Training",
    "Six courses with quizzes, graded by the server, with a certificate. People need no account: a link by email opens their page.",
    "program",
    {
      "src/server/staff/training/training.db.test.ts": [
        "passes with seven of eight, is sealed with what was asked and answered, and mails a receipt",
        "shows no right answer before it is graded: the pages for right and wrong choices are the same",
      ],
      "src/server/staff/staff.db.test.ts": [
        "is spent by its button and by nothing else: opening its page any number of times leaves it good",
        "ends with the person, and so do their links; the history stays",
      ],
    },
  ),
  staffSignIn: kept(
    "Staff sign in with their work account",
    "Where Google, Microsoft or your operator's provider proves a work email, staff open their page with it. They need no seat.",
    "program",
    {
      "src/server/staff/by-provider.db.test.ts": [
        "opens their page, makes no account, and the ledger says how they came",
        "leads to a choice where several companies list the address, and each opens by its own button",
      ],
    },
  ),
  reviews: kept(
    "Access reviews",
    "Each quarter, people decide for every account of a system whether to keep, change or remove it. Nobody decides on their own.",
    "program",
    {
      "src/server/reviews/reviews.db.test.ts": [
        "a review freezes the newest complete snapshot with its exhibit, administrators first, and each step is an entry",
        "a system that was not read completely keeps the review open until it is",
        "nobody decides on their own account, in the page, the API and the database",
      ],
      "src/server/registers/review-pages.db.test.ts": [
        "a closed review passes its checks, a bundle shows each thing that was changed, and exhibits tell what became of removals",
      ],
    },
    {
      more: "A removal is verified by a later complete reading. An account that is back within 90 days fails its check.",
    },
  ),
  reminders: kept(
    "Reminders for staff",
    "People you sent a link are emailed when something is assigned, 7 days before it is due, on the day, and weekly until it is done.",
    "program",
    {
      "src/server/staff/reminders/remind-staff.db.test.ts": [
        "whoever was sent a link is reminded seven days before something is due, on the day, and weekly: one mail for everything",
        "nobody is written to whom no manager sent a link, who left, or whose company turned reminders off",
        "whoever presses Stop by the link in a reminder gets no more, until they want them again; opening the link stops nothing",
      ],
    },
  ),
  tasks: kept(
    "Tasks by email and calendar",
    "What is missing or due is emailed on Mondays at 08:00 of your own clock, and kept in a calendar whose address you can end.",
    "program",
    {
      "src/server/tasks/digests.db.test.ts": [
        "tasks are mailed once a week, on Monday at 08:00 of the reader's clock: one's own first, and to nobody who has none",
        "a calendar has each task with a day on that day, and names nobody; another reader's parser reads it",
        "a calendar's address ends when it is replaced or ended, and with its owner's membership",
      ],
    },
  ),
} as const;
