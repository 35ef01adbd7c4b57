/** One question, with the name by which an address leads to it. */
interface FaqItem {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** The promises it rests on, as the register has them; the answer says so while one of them is coming. */
  readonly restsOn: readonly [string, ...string[]];
}

/** The questions, in the order in which they are asked. */
export const faqItems: readonly FaqItem[] = [
  {
    id: "faq-export",
    question: "Can I export my raw evidence?",
    answer:
      "Yes. Raw evidence can be exported as JSON/CSV bundles or given to auditors read-only. A bundle holds the files, the lists, and a proof for each item; the program that checks them is served apart. An auditor is given such a bundle, or invited to read chosen projects until a day.",
    restsOn: ["Raw evidence can be exported as JSON/CSV bundles", "given to auditors read-only"],
  },
  {
    id: "faq-encryption",
    question: "How is my data protected?",
    answer:
      "Data is encrypted with 256-bit encryption in transit and at rest. At rest, the file of each item is sealed with AES-256-GCM under a random key of its own, and that key under your company’s. In transit, TLS is the work of the server in front of Exhibit; our guide has a configuration for it that refuses 128-bit suites.",
    restsOn: ["Data is encrypted with 256-bit encryption in transit and at rest"],
  },
  {
    id: "faq-verify",
    question: "Can my auditor check the evidence without an account?",
    answer:
      "Yes. A bundle is verified offline, with one command, against the ledger’s signed checkpoint and the key you gave them. The verifier is served apart from bundles, with its published hash. Neither an account nor trust in us is needed.",
    restsOn: ["A bundle is verified offline, with one command"],
  },
  {
    id: "faq-agents",
    question: "Do I need to install agents?",
    answer:
      "No. Nothing is installed on your machines. Secure OAuth links to cloud services and practice-management tools are being built; today you upload files and the reports of scanners.",
    restsOn: ["Secure OAuth links to cloud services and practice-management tools, no agents."],
  },
  {
    id: "faq-setup",
    question: "How long does setup take?",
    answer:
      "About 90 minutes to a first control report is what the guided steps are laid out for. A clock runs beside them from the moment your account is confirmed, and tells you what it really took. A report can be exported at any time: it shows what is on file by then, and what is still missing.",
    restsOn: ["Guided setup of about 90 minutes to a first control report."],
  },
  {
    id: "faq-compliant",
    question: "Does passing every control make us compliant?",
    answer:
      "No. 22 of 22 means that you are ready to start an audit. Exhibit shows evidence and findings, says what a control does not prove, and leaves the opinion to your auditor.",
    restsOn: ["audit-ready"],
  },
  {
    id: "faq-cancel",
    question: "Can I cancel?",
    answer:
      "Pricing is flat and monthly, and you can cancel anytime: an owner closes the company from its settings. For 30 days that can be undone, then its keys and everything it filed are erased. Export a bundle first: it stays verifiable.",
    restsOn: ["you can cancel anytime", "Transparent flat monthly pricing."],
  },
];
