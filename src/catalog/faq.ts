import { said } from "./capabilities/index.ts";
import type { CapabilityKey } from "./capabilities/index.ts";

/** One question, with the name by which an address leads to it. */
interface FaqItem {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** The rows of the table that it says. */
  readonly capabilities: readonly CapabilityKey[];
}

/** An answer: its first words, and then what rows of the table say. */
function asked(id: string, question: string, lead: string, ...keys: readonly CapabilityKey[]): FaqItem {
  return { id: `faq-${id}`, question, answer: `${lead} ${said(...keys)}`, capabilities: keys };
}

/** The questions, in the order in which they are asked. */
export const faqItems: readonly FaqItem[] = [
  asked(
    "export",
    "Can I export my raw evidence?",
    "Yes. Raw evidence can be exported as JSON/CSV bundles or given to auditors read-only.",
    "bundles",
    "auditors",
  ),
  asked(
    "encryption",
    "How is my data protected?",
    "Data is encrypted with 256-bit encryption in transit and at rest.",
    "encryption",
    "transit",
    "isolation",
  ),
  asked(
    "verify",
    "Can my auditor check the evidence without an account?",
    "Yes. A bundle is verified offline, with one command, against the ledger’s signed checkpoint and the key you gave them.",
    "verifier",
  ),
  asked("agents", "Do I need to install agents?", "No.", "noAgents", "connections", "practiceManagement"),
  asked(
    "setup",
    "How long does setup take?",
    "The guided steps are designed for about 90 minutes to a first control report.",
    "setup",
  ),
  asked("compliant", "Does passing every control make us compliant?", "No.", "ready", "status", "opinion"),
  asked(
    "privilege",
    "Who can see privileged material?",
    "The people whom an owner put on the matter’s access list.",
    "privilege",
    "courts",
  ),
  asked(
    "cancel",
    "Can I cancel?",
    "Pricing is flat and monthly, and you can cancel anytime.",
    "cancel",
    "earlyAccess",
    "billing",
  ),
];
