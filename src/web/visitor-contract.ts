import "./without-eval.ts";

// What forms of visitors ask of the contract: their pages load no schema of the workspace.
export { newcomer } from "#contract/newcomer.ts";
export { requests } from "#contract/requests.ts";
export { secondFactor } from "#contract/second-factor.ts";
export { session } from "#contract/session.ts";
