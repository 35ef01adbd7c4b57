/** One question, with the name by which an address leads to it. */
interface FaqItem {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** The questions, in the order in which they are asked. */
export const faqItems: readonly FaqItem[] = [
  {
    id: "faq-export",
    question: "Can I export my raw evidence?",
    answer:
      "Yes. Raw evidence can be exported as JSON/CSV bundles or given to auditors read-only. A bundle holds the files, the lists, a proof for each item, and the program that checks them.",
  },
  {
    id: "faq-encryption",
    question: "How is my data protected?",
    answer:
      "Data is encrypted with 256-bit encryption in transit and at rest. At rest, each item is sealed with AES-256-GCM under a random key of its own, and that key under your company’s. In transit, TLS is configured to refuse 128-bit suites.",
  },
  {
    id: "faq-verify",
    question: "Can my auditor check the evidence without an account?",
    answer:
      "Yes. A bundle is verified offline, with one command, against the ledger’s signed checkpoint. Neither an account nor trust in us is needed.",
  },
  {
    id: "faq-agents",
    question: "Do I need to install agents?",
    answer:
      "No. Connections are secure OAuth links to your cloud services and practice-management tools. Nothing is installed on your machines.",
  },
  {
    id: "faq-setup",
    question: "How long does setup take?",
    answer:
      "About 90 minutes to a first control report, guided step by step. The report shows what is on file by then, and what is still missing.",
  },
  {
    id: "faq-compliant",
    question: "Does passing every control make us compliant?",
    answer:
      "No. 22 of 22 means that you are ready to start an audit. Exhibit shows evidence and findings, says what a control does not prove, and leaves the opinion to your auditor.",
  },
  {
    id: "faq-cancel",
    question: "Can I cancel?",
    answer: "Pricing is flat and monthly, and you can cancel anytime. Export a bundle first: it stays verifiable.",
  },
];
