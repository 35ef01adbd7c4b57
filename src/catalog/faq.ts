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
      "Yes. Raw evidence can be exported as JSON/CSV bundles or given to auditors read-only. A bundle contains the files, the lists and a proof for each item. The verifier is published separately. Give your auditor a bundle, or invite them to view chosen projects until an end date.",
    restsOn: ["Raw evidence can be exported as JSON/CSV bundles", "given to auditors read-only"],
  },
  {
    id: "faq-encryption",
    question: "How is my data protected?",
    answer:
      "Data is encrypted with 256-bit encryption in transit and at rest. At rest, we encrypt each file with AES-256-GCM and its own random key, which is encrypted with your company’s key. In transit, the server in front of Exhibit provides TLS. Our guide has a configuration that rejects 128-bit suites.",
    restsOn: ["Data is encrypted with 256-bit encryption in transit and at rest"],
  },
  {
    id: "faq-verify",
    question: "Can my auditor check the evidence without an account?",
    answer:
      "Yes. A bundle is verified offline, with one command, against the ledger’s signed checkpoint and the key you gave them. The verifier is published separately from bundles, with its hash. Your auditor needs no account and does not have to trust us.",
    restsOn: ["A bundle is verified offline, with one command"],
  },
  {
    id: "faq-agents",
    question: "Do I need to install agents?",
    answer:
      "No. Nothing is installed on your machines. Secure OAuth links to cloud services and practice-management tools are being built; today you upload files and scanner reports.",
    restsOn: ["Secure OAuth links to cloud services and practice-management tools, no agents."],
  },
  {
    id: "faq-setup",
    question: "How long does setup take?",
    answer:
      "The guided steps are designed for about 90 minutes to a first control report. A timer starts when you confirm your account and shows how long it really took. You can export a report at any time. It shows what is on file and what is still missing.",
    restsOn: ["Guided setup of about 90 minutes to a first control report."],
  },
  {
    id: "faq-compliant",
    question: "Does passing every control make us compliant?",
    answer:
      "No. 22 of 22 means that you are ready to start an audit. Exhibit shows evidence and findings and says what each control does not prove. Your auditor gives the opinion.",
    restsOn: ["audit-ready"],
  },
  {
    id: "faq-cancel",
    question: "Can I cancel?",
    answer:
      "Pricing is flat and monthly, and you can cancel anytime: the owner deletes the company under Settings. You can undo this for 30 days. Then we erase its keys and all its evidence. Export a bundle first. It stays verifiable.",
    restsOn: ["you can cancel anytime", "Transparent flat monthly pricing."],
  },
];
