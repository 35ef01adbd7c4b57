import type { LegalSection } from "./legal-section.ts";

/** The first half of the privacy policy: what is collected, and what for. */
export const privacyUse: readonly LegalSection[] = [
  {
    key: "introduction",
    title: "Introduction",
    clauses: [
      {
        key: "scope",
        title: "What this covers",
        text: "This policy covers the Exhibit website and the Exhibit service at the address where you read it. “We” are the people who operate Exhibit at that address. “You” are a visitor, someone who writes to us, or someone who holds an account.",
      },
      {
        key: "two-roles",
        title: "Our data and yours",
        text: "For the data of visitors, of people who write to us and of account holders, we decide what is collected and why. Evidence that a company files belongs to that company. We keep it on the company's behalf and on its instructions, and a question about what is in it goes to that company first.",
      },
      {
        key: "little",
        title: "As little as possible",
        text: "You can read every public page without an account and without telling us who you are.",
      },
    ],
  },
  {
    key: "information-we-collect",
    title: "Information We Collect",
    clauses: [
      {
        key: "account",
        title: "Your account",
        text: "Your first and last name, your email address and a password. Of the password we keep only an argon2id hash, from which it cannot be read back.",
      },
      {
        key: "requests",
        title: "Requests and messages",
        text: "If you request access or join the waitlist: your name, email address, company and role. If you write to us: your name, email address, subject and message. With each we keep when it came and when it was answered.",
      },
      {
        key: "company",
        title: "Your company's workspace",
        text: "The company's name, its members and their roles, its projects, its storage location, and a ledger of what was done in the workspace, by which account and when.",
      },
      {
        key: "evidence",
        title: "Evidence",
        text: "The files and reports that members of a company add, with their name, type, source, time, size and SHA-256 hash. Evidence can contain personal data. The company decides what it files, and answers to the people concerned.",
      },
      {
        key: "technical",
        title: "Technical records",
        text: "With each session we keep the network address and the browser's name from which it was opened. To show you who tried to sign in to your account, we keep the same data for each sign-in and each attempt for 180 days, and for each browser you sign in with until it has not been seen for 400 days. To limit attempts, we count requests by network address or email address. We delete a count about an hour after its period, which is a day at most. When something fails, our log keeps the error under a number that you can quote to us.",
      },
      {
        key: "browser",
        title: "What is kept in your browser",
        text: "One cookie that holds your session, which scripts cannot read and which ends with it, after an hour without use and a day at most; one that lets us know this browser again for 400 days, so that we can tell you of a new one; one that remembers for a day that you signed up here; one for five minutes while you use a passkey, one for ten while you sign in with your company's provider, and one for ten while you connect an account that files are read with; one for an hour with the key to that account; one that holds your demo visit and ends with it after an hour; and one that remembers for 7 days whether the sidebar is open. Your browser's own storage remembers the theme, the company you last worked in, whether you are signed in, and, until you close the tab, the page to return to and what you typed into a form and have not sent. There are no advertising or tracking cookies.",
      },
      {
        key: "human-check",
        title: "The human check",
        text: "Public forms ask your browser to solve a small puzzle, or you to answer a question. It is our own: no third party is involved, and nothing about your device is recorded. Where the person who runs an instance has chosen Cloudflare Turnstile instead, the forms say so, and Cloudflare sees your address and your browser. We keep a fingerprint of the solved puzzle for about an hour after it has expired, so that it is not used twice.",
      },
      {
        key: "third-parties",
        title: "Nothing from elsewhere",
        text: "Our pages load fonts, images and scripts from our own address only. There is no analytics service and no social network in them. We buy no data about you.",
      },
    ],
  },
  {
    key: "how-we-use-information",
    title: "How We Use Information",
    clauses: [
      {
        key: "service",
        title: "To provide the service",
        text: "To sign you in, to keep and show a company's evidence to its members, to compute the status of its controls, and to write the bundles it exports. We do this because it is what you and your company asked us for.",
      },
      {
        key: "answers",
        title: "To answer you",
        text: "A person reads your request or message and answers by email. We also send the mails that the service itself needs, such as a link to confirm an address. We send no advertising.",
      },
      {
        key: "protection",
        title: "To protect the service",
        text: "To keep programs from sending in bulk, to slow down those who guess passwords, to find faults, and to show afterwards who did what. This is our legitimate interest, and that of everyone whose data is here.",
      },
      {
        key: "law",
        title: "To obey the law",
        text: "Where a law obliges us to keep or hand over something, we do what it asks and no more. Unless it forbids us to, we tell the person or company concerned first.",
      },
      {
        key: "never",
        title: "What we do not do",
        text: "We do not sell personal data, we do not show advertising, and we do not use evidence to train models.",
      },
      {
        key: "sharing",
        title: "Who else sees it",
        text: "Members of your company, as far as their role allows. Providers who run servers and deliver mail for us, as far as that work needs it and under contract. Nobody else, unless you ask us to or the law requires it.",
      },
    ],
  },
];
