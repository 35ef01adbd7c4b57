import { ContactLink } from "./contact-link.tsx";
import type { LegalSection } from "./legal-section.ts";

const subject = "Privacy";

/** The second half of the privacy policy: how data is protected, and what can be asked of us. */
export const privacyRights: readonly LegalSection[] = [
  {
    key: "data-security",
    title: "Data Security",
    clauses: [
      {
        key: "at-rest",
        title: "Encryption at rest",
        text: "Each file of evidence is encrypted with AES-256-GCM under a random key of its own before it is stored. That key is wrapped by a key of the company, and the company's key by one that is not kept in the database. Names, descriptions and the ledger are in the database, which is protected as it says under “Companies are kept apart”.",
      },
      {
        key: "in-transit",
        title: "Encryption in transit",
        text: "Data travels between your browser and us over HTTPS, which the operator of this service provides.",
      },
      {
        key: "location",
        title: "Where evidence is stored",
        text: "Each company has one storage location, in the United States or in the European Union, which is set when the company is created. The files of its evidence are stored there and stay there. Accounts, requests and the ledger are in the database of the service.",
      },
      {
        key: "separation",
        title: "Companies are kept apart",
        text: "The database itself decides which rows a request may see, by the membership of the person who asks. Another company's evidence is answered like something that does not exist.",
      },
      {
        key: "integrity",
        title: "Changes are found",
        text: "Every item is entered into an append-only ledger, of which signed checkpoints are made. A file that no longer matches its seal is not released.",
      },
      {
        key: "retention",
        title: "How long we keep it",
        text: "Account data, for as long as the account exists. Requests and messages, until they are settled and no longer needed to show how they were, or until you ask us to delete them. The mails we sent you, for a month. Evidence, until the company that filed it asks us to delete it: a newer version supersedes an item, and nothing is edited or removed in silence. A deletion reaches our backups when these are replaced.",
      },
      {
        key: "breach",
        title: "If something goes wrong",
        text: "No measure is perfect. If personal data is lost or reaches someone who may not have it, we tell the people and companies concerned, and the authorities where the law asks for it, without undue delay.",
      },
    ],
  },
  {
    key: "your-data-rights",
    title: "Your Data Rights",
    clauses: [
      {
        key: "rights",
        title: "What you can ask for",
        text: "To see the data we hold about you, to have it corrected or deleted, to have its use restricted, to object to a use, and to receive it in a form that a machine can read. Where we rely on your consent, you can withdraw it at any time.",
      },
      {
        key: "how",
        title: "How to ask",
        text: (
          <>
            <ContactLink subject={subject}>Write to us</ContactLink>. We respond within 24 hours, and settle a request
            within one month. We may ask you to show that the address is yours. It costs nothing, and we do not treat
            you differently for it.
          </>
        ),
      },
      {
        key: "export",
        title: "Taking evidence with you",
        text: "A company can export its evidence at any time as a bundle: every file, the lists as JSON and CSV, and the proofs. The bundle can be opened and verified without us.",
      },
      {
        key: "ledger",
        title: "Deletion and the ledger",
        text: "An entry of a company's ledger cannot be taken out again, because that is what makes it a record. The signed part of the ledger holds fingerprints and not names. If you ask for deletion, we tell you what is deleted, what has to stay, and why.",
      },
      {
        key: "evidence",
        title: "If you appear in evidence",
        text: "Turn to the company that filed it. If you do not know which one it is, write to us, and we pass your request on where we can.",
      },
      {
        key: "complaint",
        title: "Complaints",
        text: "You can complain to the data protection authority where you live. We would be glad to hear from you first.",
      },
      {
        key: "children",
        title: "Children",
        text: "Exhibit is made for organizations. It is not meant for anyone under 16, and we do not knowingly collect their data.",
      },
    ],
  },
  {
    key: "changes",
    title: "Changes to This Policy",
    clauses: [
      {
        key: "date",
        title: "The date above",
        text: "When this policy changes, so does the date at its head.",
      },
      {
        key: "notice",
        title: "Notice",
        text: "A change that takes something away from you is announced on this page at least 30 days before it applies, unless a law gives us less time. It never applies to the past.",
      },
    ],
  },
  {
    key: "contact",
    title: "Contact",
    clauses: [
      {
        key: "us",
        title: "How to reach us",
        text: (
          <>
            Questions about this policy, or about the data we hold about you, are answered by the people who operate
            Exhibit. <ContactLink subject={subject}>Contact us</ContactLink>.
          </>
        ),
      },
    ],
  },
];
