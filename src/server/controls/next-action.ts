import { phraseOfKind } from "#catalog/kind-phrases.ts";
import type { checkResult } from "#contract/controls.ts";
import { wordList } from "#domain/parts/words.ts";
import type * as z from "zod";
import type { CheckState } from "./check-states.ts";

type NextAction = NonNullable<z.input<typeof checkResult>["next"]>;

/**
 * The one thing that brings an undecided check on: say what the company uses, where it has not; connect a system that a connector
 * reads; otherwise import a report. Null for a check that is decided, and where only a newer answer helps.
 */
export function nextAction({ outcome, parts }: CheckState): NextAction | null {
  if (outcome !== "unknown") return null;
  const kinds = parts.flatMap(({ unanswered }) => unanswered);
  if (kinds.length > 0)
    return { kind: "scope", message: `Say whether you use ${wordList(kinds.map(phraseOfKind), 3, "or")}` };
  const unread = parts.flatMap(({ systems }) => systems.filter(({ state }) => state === "not read"));
  const toConnect = unread.find(({ system: { provider, sources = [] } }) => provider && sources.length === 0);
  if (toConnect) return { kind: "connect", message: `Connect ${toConnect.system.name}` };
  const [first] = unread;
  return first ? { kind: "import", message: `Import a report about ${first.system.name}` } : null;
}
