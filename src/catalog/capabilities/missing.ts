import { frameworks } from "../frameworks.ts";
import { inList } from "./capability.ts";
import type { Capability } from "./capability.ts";

const closed = frameworks.filter(({ available }) => !available).map(({ name }) => name);

type Missing = Omit<Capability, "status" | "tests">;
const coming = (row: Missing) => ({ ...row, status: "coming", tests: [] }) as const satisfies Capability;
const not = (row: Missing) => ({ ...row, status: "not", tests: [] }) as const satisfies Capability;

/** What does not work yet, and what Exhibit does not do: the only place where a page may take it from. */
export const missing = {
  practiceManagement: coming({
    name: "Practice-management tools",
    sentence: "Connections to practice-management tools are coming.",
    documentation: "connections",
    words: /practice[- ]management|client-confidentiality/i,
  }),
  logs: coming({
    name: "Logs",
    sentence: "Ingestion of logs is coming. Today Exhibit reads whether logs are on, protected and kept.",
    documentation: "connections",
    words: /ingest/i,
  }),
  closedFrameworks: coming({
    name: `${inList(closed)} projects`,
    sentence: `Projects for ${inList(closed)} are coming.`,
    documentation: "getting-started",
    words: new RegExp(closed.join("|")),
  }),
  billing: coming({
    name: "Billing",
    sentence: "Paying for a plan is coming. Until then no invoices are sent.",
    documentation: "roles",
    words: /invoic|credit card/i,
  }),
  liveVendors: not({
    name: "Tests with live vendor accounts",
    sentence:
      "Connectors are tested against vendors' API descriptions and recorded answers. None was tested with a live vendor account.",
    documentation: "connections",
    words: /live vendor/i,
  }),
  opinion: not({
    name: "Audit opinions",
    sentence: "Exhibit does not certify compliance. Your auditor gives the opinion.",
    documentation: "control-status",
    words: /certif(y|ies|ied)\b|\bcompliant\b|gives? the opinion/i,
  }),
  legalOutcomes: not({
    name: "Legal outcomes",
    sentence: "No software can promise legal protection.",
    documentation: "storage",
    words: /\blegal protection\b/i,
  }),
  courts: not({
    name: "Rulings on privilege",
    sentence: "No software can promise how a court treats a privilege.",
    documentation: "storage",
    words: /\bcourts?\b/i,
  }),
  standard: not({
    name: "A government standard",
    sentence: "Government-grade is not a standard, and no government has examined Exhibit.",
    documentation: "storage",
    words: /\bgovernment has\b/i,
  }),
} as const;
