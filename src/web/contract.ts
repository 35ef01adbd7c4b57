import "./without-eval.ts";

// The page's only way to the contract at run time, so that no schema is made before zod is told how.
export * as contract from "./contract-nouns.ts";
export { maxEvidenceBytes } from "#contract/evidence.ts";
export { maxSuggestedBytes, suggestedFromChars } from "#contract/filing-suggestions.ts";
