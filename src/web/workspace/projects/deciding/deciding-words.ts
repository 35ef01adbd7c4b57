import { isOfRegisters, REGISTERS } from "#domain/registers/snapshot.ts";
import type { Finding } from "#web/design/finding.ts";
import { withSpokenNumbers } from "../../exhibit-numbers.ts";
import { shownSource } from "../../shown-source.ts";
import type { ControlDetails, ControlRow } from "../project.ts";

export type Check = ControlDetails["checks"][number];
export type CheckPart = Check["parts"][number];
export type SystemInPart = CheckPart["systems"][number];

interface State {
  readonly finding: Finding;
  readonly word: string;
}

/** How a check stands; one of several parts says how many of them are decided. */
export function stateOfCheck({ outcome, progress }: Pick<Check, "outcome" | "progress">): State {
  if (outcome === "pass") return { finding: "passing", word: "Passing" };
  if (outcome === "fail") return { finding: "failing", word: "Failing" };
  if (outcome === "not applicable") return { finding: "not applicable", word: "Not applicable" };
  const finding = outcome === "unknown" ? "unknown" : "needs evidence";
  if (!progress || progress.asked < 2) return { finding, word: "Not decided" };
  return { finding, word: `${progress.decided} of ${progress.asked} parts decided` };
}

const ofPart: Record<CheckPart["outcome"], State> = {
  pass: { finding: "passing", word: "Passes" },
  fail: { finding: "failing", word: "Fails" },
  unknown: { finding: "unknown", word: "Not decided" },
  "not applicable": { finding: "not applicable", word: "Not applicable" },
  "not asked": { finding: "not applicable", word: "Not in scope" },
};

/**
 * How a part stands; the word is empty where its systems say it. One is in doubt where a system is: what nobody has read yet is not.
 */
export function stateOfPart({ outcome, systems }: CheckPart): State {
  const states = systems.map(({ state }) => state);
  const isInDoubt = states.includes("unknown") || states.includes("stale");
  const { finding, word } = ofPart[outcome];
  const isSaid = states.some((state) => state === outcome) || (outcome === "unknown" && states.includes("not read"));
  return { finding: outcome === "unknown" && !isInDoubt ? "needs evidence" : finding, word: isSaid ? "" : word };
}

/** How a system stands in a part, as its name goes on: "Okta passes". */
export const stateOfSystem: Record<SystemInPart["state"], State> = {
  pass: { finding: "passing", word: "passes" },
  fail: { finding: "failing", word: "fails" },
  unknown: { finding: "unknown", word: "is unknown" },
  "not applicable": { finding: "not applicable", word: "has nothing to read" },
  stale: { finding: "unknown", word: "was read too long ago" },
  "not read": { finding: "needs evidence", word: "was not read" },
};

/** Whether a check is done: it passes or does not apply. */
export const isSettled = ({ outcome }: Pick<Check, "outcome">): boolean =>
  outcome === "pass" || outcome === "not applicable";

/**
 * Why a check stands as it does, as a sentence of its own; empty where the lines of its parts say so already. How many parts are decided
 * stands beside the check, so the sentence begins after that.
 */
export function reasonOfCheck(check: Pick<Check, "outcome" | "reason" | "parts">): string {
  const states = check.parts.flatMap(({ systems }) => systems.map(({ state }) => state));
  const reason = check.reason.replace(/^(Not decided|\d+ of \d+ parts decided)[:.] /, "");
  // One clause, so nothing else is in the way.
  const isUnread = states.includes("not read") && /^[^;:]+ (was|were) not read\./.test(reason);
  const isSaid: Record<Check["outcome"], boolean> = {
    pass: false,
    "not applicable": false,
    fail: states.includes("fail"),
    unknown: states.includes("unknown") || states.includes("stale") || isUnread,
    "not run": states.length > 0,
  };
  return isSaid[check.outcome] ? "" : sentence(reason);
}

/** What decided a check, in the words of its control's tally, and what it reads; empty where nothing did. */
export function basisOfCheck({ basis, source }: Pick<Check, "basis" | "source">): string {
  if (basis === null || source === null) return "";
  if (basis === "person") return "By a person";
  const read = basis === "register" ? withoutRegisters(shownSource(source)) : shownSource(source);
  return [basis === "register" ? "By register" : "By machine", read].filter((part) => part !== "").join(": ");
}

// Registers that speak of one system are named with it: "Exhibit registers (Okta acme)".
const withoutRegisters = (source: string) =>
  isOfRegisters(source)
    ? source
        .trim()
        .slice(REGISTERS.length)
        .replace(/^ \((.*)\)$/, "$1")
    : source;

/**
 * What a row says of a control that does not pass: the finding where something fails, the decision where it does not apply, and
 * otherwise what its one next thing is.
 */
export function lineOfControl({ status, reason, next }: Pick<ControlRow, "status" | "reason" | "next">): string {
  const isNews = status === "failing" || status === "not applicable" || !next || next.kind === "declare";
  return withSpokenNumbers(isNews ? reason : `${next.message}.`);
}

function sentence(text: string): string {
  return withSpokenNumbers(text.charAt(0).toUpperCase() + text.slice(1));
}
