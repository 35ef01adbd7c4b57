import { sourceOfDocument } from "#catalog/document-sources.ts";
import { phraseOfKind } from "#catalog/kind-phrases.ts";
import { reportPasses } from "#catalog/finding-rules/rule-sets.ts";
import { connectors } from "#connectors/index.ts";
import type { nextAction as nextActionShape } from "#contract/controls.ts";
import { sayMissing } from "#domain/control-status.ts";
import type { Missing } from "#domain/control-status.ts";
import { isProviderKey } from "#domain/provider.ts";
import { wordList } from "#domain/parts/words.ts";
import type * as z from "zod";
import type { CheckState } from "#judge/check-states.ts";
import type { ControlState } from "#judge/control-states.ts";

/** Letters of a system's name that a button has room for. */
const SHORT_NAME = 24;

type NextAction = z.input<typeof nextActionShape>;

/**
 * The one thing that brings a check on: fix what fails; say what the company uses, where it has not; connect a system whose connector
 * answers the part; import a report, where one can pass it; look into what a machine left in doubt; otherwise record a person's test.
 * Null for a check that is decided.
 */
export function nextAction(check: Pick<CheckState, "checkId" | "title" | "outcome" | "parts">): NextAction | null {
  const { checkId, title, outcome, parts } = check;
  const about = { checkId, documentId: null, provider: null };
  if (outcome === "fail") return { ...about, kind: "fix", label: "Show the fix", message: `Fix “${title}”` };
  if (outcome !== "unknown") return null;
  const kinds = parts.flatMap(({ unanswered }) => unanswered);
  if (kinds.length > 0) {
    const message = `Say whether you use ${wordList(kinds.map(phraseOfKind), 3, "or")}`;
    return { ...about, kind: "scope", label: "List your systems", message };
  }
  const open = parts.flatMap(({ part, systems }) =>
    systems
      .filter(({ state }) => ["not read", "stale", "unknown"].includes(state))
      .map(({ system, state }) => ({ name: `${checkId}/${part.aspect}`, system, state })),
  );
  const toConnect = open.find(
    ({ name, system: { provider, sources = [] }, state }) =>
      state === "not read" && sources.length === 0 && answered.get(provider ?? "")?.has(name) === true,
  );
  if (toConnect) {
    const message = `Connect ${toConnect.system.name}`;
    // A button says what is done; a long name of what stands beside it.
    const label = toConnect.system.name.length > SHORT_NAME ? "Connect" : message;
    return { ...about, kind: "connect", label, message, provider: providerOf(toConnect.system) };
  }
  const toImport = open.find(({ name, system }) => reportPasses(name, providerOf(system)));
  if (toImport)
    return {
      ...about,
      kind: "import",
      label: "Import report",
      message: `Import a report about ${toImport.system.name}`,
    };
  // What a machine left in doubt no person's test outvotes.
  if (open.length > 0 && open.every(({ state }) => state === "unknown"))
    return { ...about, kind: "fix", label: "See why", message: `Find out why “${title}” is in doubt` };
  return { ...about, kind: "test", label: "Record test", message: `Record a test of “${title}”` };
}

const providerOf = ({ provider }: { readonly provider?: string | null | undefined }) =>
  provider && isProviderKey(provider) ? provider : null;

/** The parts that each vendor's connector answers. The installation is connected by nobody but who runs it, and suggested to nobody. */
const answered = new Map(
  connectors
    .filter(({ manifest }) => manifest.id !== "installation")
    .map(({ manifest, checks }) => [manifest.id as string, new Set(checks.flatMap(({ answers }) => answers))]),
);

/**
 * The one thing to do next about a control; null where it passes or does not apply. What fails and what was read come first; then what
 * a list of systems or a connection answers, because it decides most; then documents, and then tests.
 */
export function nextOfControl({ status, missing, checks }: Pick<ControlState, "status" | "missing" | "checks">) {
  if (status === "passing" || status === "not applicable") return null;
  const first = missing[0];
  if (!first) return DECLARE;
  const byId = new Map(checks.map((check) => [check.checkId, check]));
  const actionOf = (missing: Missing): NextAction => {
    if (missing.kind === "check") return nextAction(byId.get(missing.check.checkId)!)!;
    return actionOfDocument(missing);
  };
  const isHeld =
    first.kind === "check" ? first.check.outcome === "fail" || first.check.held : first.document.state !== "missing";
  const actions = missing.map(actionOf);
  if (isHeld) return actions[0]!;
  return actions.find(({ kind }) => kind === "scope" || kind === "connect") ?? actions[0]!;
}

function actionOfDocument(missing: Extract<Missing, { kind: "document" }>): NextAction {
  const { documentId, state } = missing.document;
  const about = { checkId: null, documentId, provider: null, message: sayMissing(missing).replace(/\.$/, "") };
  if (state === "waiting") return { ...about, kind: "review", label: "Review document" };
  // What Exhibit puts on file by itself, or prints, nobody has to bring.
  const source = sourceOfDocument(documentId);
  if (source === "policy") return { ...about, kind: "adopt", label: "Open Policies" };
  if (source === "printed" || source === "received") return { ...about, kind: "see", label: "See document" };
  return { ...about, kind: "file", label: "File document" };
}

const DECLARE: NextAction = {
  kind: "declare",
  label: "Declare not applicable",
  message: "Declare the control not applicable",
  checkId: null,
  documentId: null,
  provider: null,
};
