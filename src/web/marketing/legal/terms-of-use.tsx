import { Link } from "react-router";
import type { LegalSection } from "./legal-section.ts";

/** The first half of the terms: what the service is, and what those who use it answer for. */
export const termsOfUse: readonly LegalSection[] = [
  {
    key: "acceptance",
    title: "Acceptance of Terms",
    clauses: [
      {
        key: "agreement",
        title: "The agreement",
        text: "By creating an account or using Exhibit you accept these terms. “We” are the people who operate Exhibit at the address where you read them. If you do not accept the terms, do not use the service.",
      },
      {
        key: "authority",
        title: "On behalf of a company",
        text: "If you use Exhibit for a company or another organization, you say that you may bind it, and “you” means that organization as well.",
      },
      {
        key: "privacy",
        title: "Privacy",
        text: (
          <>
            How we handle personal data is described in the{" "}
            <Link className="link" to="/privacy">
              Privacy Policy
            </Link>
            .
          </>
        ),
      },
    ],
  },
  {
    key: "description",
    title: "Description of Service",
    clauses: [
      {
        key: "service",
        title: "What Exhibit does",
        text: "Exhibit keeps evidence for security and privacy frameworks. It numbers, hashes, encrypts and stores what you file, enters it into a ledger, shows which controls it speaks for, and exports it as bundles that can be verified without us.",
      },
      {
        key: "not-advice",
        title: "What Exhibit is not",
        text: "We are not a law firm, an auditor or a certification body. Nothing in Exhibit is legal advice, an audit opinion or a certificate. A project in which every control passes is ready to start an audit; whether you comply with a law, a contract or a standard is for you, your counsel and your auditor to say.",
      },
      {
        key: "early-access",
        title: "Early access",
        text: (
          <>
            Exhibit is in early access. Functions can be added, changed or taken back. What Exhibit does and what it
            does not do is listed in{" "}
            <Link className="link" to="/promises">
              How we keep our promises
            </Link>
            .
          </>
        ),
      },
      {
        key: "availability",
        title: "Availability",
        text: "We work to keep the service up, and do not guarantee that it is always so. Export what you must have at a certain hour before that hour.",
      },
      {
        key: "demo",
        title: "Samples",
        text: "Samples and demonstrations show made-up companies, people and figures. Do not rely on them, and file nothing real in a demonstration.",
      },
    ],
  },
  {
    key: "registration",
    title: "Account Registration",
    clauses: [
      {
        key: "accuracy",
        title: "True details",
        text: "Register with your own name and an email address that you control, and keep them current. One account is for one person.",
      },
      {
        key: "credentials",
        title: "Your credentials",
        text: "Keep your password to yourself. You are responsible for everything done with your account until you tell us that someone else has access to it.",
      },
      {
        key: "age",
        title: "Age",
        text: "You must be of legal age where you live, and in any case at least 16.",
      },
      {
        key: "ending",
        title: "Ending an account",
        text: "You can stop using Exhibit at any time and ask us to close your account. We can suspend or close an account that breaks these terms, harms others or endangers the service. Except where the danger or a law does not allow it, we tell you why beforehand and leave you at least 30 days to export your evidence.",
      },
    ],
  },
  {
    key: "responsibilities",
    title: "User Responsibilities",
    clauses: [
      {
        key: "evidence",
        title: "What you file",
        text: "You answer for the evidence you file: that it is what it claims to be, that you may file it, and that people whose data is in it have been told where that is needed. File no passwords, keys or other live secrets.",
      },
      {
        key: "privilege",
        title: "Privilege and confidentiality",
        text: "Whether a document is privileged, and whether filing it affects that, is a question for your counsel. Decide who becomes a member of your company with that in mind.",
      },
      {
        key: "conduct",
        title: "Fair use",
        text: "Do not break the law with Exhibit, do not file malware, do not try to reach the data of others, do not overload the service, and do not present something as sealed by Exhibit that is not.",
      },
      {
        key: "testing",
        title: "Looking for weaknesses",
        text: "You may examine the service for weaknesses with your own account and your own data, as long as you disturb nobody, stop at the first finding, and tell us before you tell others.",
      },
      {
        key: "members",
        title: "Your members",
        text: "The administrators of a company decide who belongs to it and in which role, and answer for those choices.",
      },
    ],
  },
];
