import { facts, heading, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";
import { prefilledReviews } from "./prefilled-reviews.ts";
import { registerNames } from "./register-names.gen.ts";

/** What a company keeps about itself. */
export const programPage: DocumentationPage = {
  key: "program",
  title: "Program",
  about:
    "The records your company keeps about itself: people, access, systems, vendors, risks, meetings, tests and more.",
  blocks: [
    text(
      "Program replaces the spreadsheets that auditors ask for. Add records by hand, import them from CSV, or edit many at once. Nothing is deleted: a record ends with a reason and can be reopened.",
    ),
    heading("Registers"),
    facts(...registerNames.map(({ label, about }): [string, string] => [label, about])),
    heading("First steps"),
    text(
      "A new company's Program opens with ten first steps: about 90 minutes for a company of 12. Each says how many checks it decides. A step is done by what is on file, so nobody ticks it off.",
    ),
    heading("Proposals"),
    text(
      "Connected systems propose approvals, vendors and devices, and your list of systems proposes systems. Choose what to add, and enter what could not be read. What you dismiss is not proposed again. A proposal decides nothing, and an approval still needs a second person.",
    ),
    heading("What counts"),
    text(
      "Five seconds after a change, and once a week, Exhibit seals the registers as a numbered exhibit. They are judged like any other source, each day: while nothing changes, the ledger says so once a day. What somebody typed is marked as stated. It passes a check only where the check asks for nothing more. A bundle holds the sealed records, and its verifier judges them again.",
    ),
    text(
      "An empty register passes nothing. Confirm that a register is complete, or that there is nothing to list: the confirmation counts for 31, 92 or 365 days.",
    ),
    heading("A second person"),
    text(
      "Access requests and approvals count once somebody else approves them. After each change they wait again. Where only one person may approve, they may approve their own, and the record says so.",
    ),
    heading("Risks"),
    text(
      "Rate each risk from 1 to 5 by likelihood and impact, without any control, and name the controls that lower it. Each lowers it by one step while it passes, so that the residual risk rises when a control fails. People may raise it, and nobody lowers it by hand. An empty register offers 12 usual risks for a law firm and 12 for a software company, none of them rated.",
    ),
    text(
      "Your risk appetite is an approval with a score from 1 to 25: add it under Approvals, and another owner or admin approves it. A risk above it needs a treatment, an owner and a due date. An accepted risk needs an approval that names it, covers its score, and is no older than 365 days.",
    ),
    heading("Meetings and tests"),
    text(
      "A leadership review counts for 92 days once its minutes name at least two attendees, the control results they saw and the decisions, and another person approved them. Under Tests, record the report and its facts; another person approves them against the file. Together, the audits of a year must cover every control in scope, and nobody audits a control they own.",
    ),
    text(
      "Each critical system needs a restore within its recovery time, with no more loss than it allows. Each cloud, network and public site needs an internal and an external scan each quarter. A penetration test counts once a retest on file closed every critical and high finding.",
    ),
    heading("Periodic reviews"),
    text(
      "Tests starts reviews that open with what your systems show, each line with its exhibit and time. You write the conclusion, and another person approves it. Nobody concludes on what was not read.",
    ),
    facts(...Object.values(prefilledReviews).map(({ label, about }): [string, string] => [label, about])),
    heading("Vendor bundles"),
    text(
      "A vendor that uses Exhibit can send you its bundle. File it as an assurance, and enter the ledger key that the vendor gave you by another route. Exhibit verifies the bundle within a minute, and another person approves the outcome. Without the key it counts for nothing.",
    ),
    heading("Incidents and matters"),
    text(
      "An incident's panel shows each duty to give notice with its law and the hours left, counted from the discovery. Where Exhibit knows no rule it says Ask counsel, and the decision stays open until advice is on file. Personal, health and card data ask for a decision within 72 hours. An exercise uses the same screen and never counts as an incident, once another person agreed that it was one.",
    ),
    text(
      "Alerts, privacy requests and client matters count with the file that they were read from; one export may serve all rows of a CSV. Matters appear once a practice management system is among your systems. Everyone in the company reads the list, so that conflicts are found; privileged files stay with the access list of their matter.",
    ),
    text(
      "A legal hold binds at once. Its custodians are emailed, and reminded weekly until they confirm. What it names can't be erased or disposed of. Once another person approved the hold, only another person's approval releases it.",
    ),
    heading("Printed documents"),
    text(
      "Documents that auditors expect, such as minutes, the risk register or the list of vendors, are printed from the newest sealed registers. Print saves one as a PDF or a Word document. Submit for review files it once its registers are confirmed, and another person accepts it. The same exhibit always gives the same file, so whoever has the bundle can print it again.",
    ),
    heading("Policies"),
    text(
      "Start from the library, answer a few questions, and edit the text. A version needs the approval of one to three people who wrote none of it; each edit takes approvals away. In force, it is assigned to everyone or to some, who have 30 days to acknowledge it. A renewal with the same text is acknowledged by nobody again. Every version is kept, and the ledger has the hash of each.",
    ),
    text(
      "Statements in a policy are bound to checks. The margin says what the check found: kept, contradicted by an exhibit, or not decided.",
    ),
    text(
      "Import starts a draft from a Word document or a PDF, or replaces a draft's text. You see the text first, and what is left out, such as pictures, comments and footnotes. The original is filed as evidence, and the version names it. A document with tracked changes, macros or a password is refused. Each version can be downloaded as a PDF or a Word document with its approvals and SHA-256; that Word document can be imported again.",
    ),
    heading("Accounts of connected systems"),
    text(
      "An account belongs to the person with its email address where a connected Google Workspace or Microsoft 365 proves the domain. People, Whose is this? lists the others: say whose account it is, or that it is shared or a program's. When somebody leaves, their check stays unknown until each of their accounts is seen disabled, and fails after 24 hours.",
    ),
    heading("Devices"),
    text(
      "The person a device is assigned to says on their own page whether they have it, unless a connected system reported it within 31 days: when a record comes to name them, and again after a year. Devices shows it under Holder says. If they don't have it, or it was lost or stolen, you get a task. Staff can name a device that is missing; you add or dismiss it.",
    ),
    heading("Training"),
    text(
      "Six courses of about 7 minutes: security, privacy, phishing, secure coding, HIPAA and client confidentiality. People take them on a page of their own, which a link by email opens. They need no account. A quiz asks 8 questions, 7 right answers pass, and a pass counts for 365 days. Program, Training shows who is due and sends links.",
    ),
    text(
      "People you sent a link are reminded by email: when something is assigned, 7 days before it is due, on the day, and weekly until it is done. Each person gets one email for everything. Turn this off under Program, Training. A link in each email stops them for that person alone.",
    ),
    heading("Tasks"),
    text(
      "Program lists what is missing or due, each with the place where it is done. Tasks close by themselves when what they ask for is there. Members are emailed theirs, and those without an owner, on Mondays at 08:00 of their own clock. Under Settings, Notifications you turn this off, or create the address of a calendar for Google Calendar, Outlook or Apple Calendar.",
    ),
    heading("Access reviews"),
    text(
      "Program, Access reviews, Start Review lists your systems and whether their accounts were read. Choose systems, a reviewer for each and a due date. The newest complete reading of the last 7 days is frozen. A system without one keeps the review open until it is read.",
    ),
    text(
      "Reviewers keep, change or remove each account; change and remove need a reason. J and K move, 1, 2 and 3 decide, U undoes. Nobody decides on their own account. If one person keeps more than 95 % of a system at less than 2 seconds an account, the review and the auditor's report say so.",
    ),
    text(
      "A closed review counts for 92 days. A removal is verified by a later complete reading without the account. It fails after 14 days, and when the account is back within 90 days. Download CSV has every account with its decision.",
    ),
    heading("Personal values"),
    text(
      "Names, email addresses and other personal values leave a register as salted hashes: in the ledger, in sealed exhibits and in bundles.",
    ),
    heading("CSV"),
    text(
      "Choose a file under Import CSV. You see what would be added, changed and left as it is. If one row is wrong, every wrong row is listed and nothing is imported. Undo takes the whole import back. Download CSV gives the same columns; values that a spreadsheet would run as formulas are disarmed.",
    ),
  ],
};
