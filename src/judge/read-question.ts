import { frameworks } from "#catalog/index.ts";
import type { StepReport } from "#connectors/connector.ts";
import { exceptionKinds } from "#connectors/exceptions.ts";
import { csvMeanings, csvOutcomes } from "#domain/csv-mapping.ts";
import { UNKNOWN_QUESTION } from "#domain/judge/contract.ts";
import type {
  CollectionQuestion,
  ControlsQuestion,
  JudgeQuestion,
  RegistersQuestion,
  ReportQuestion,
} from "#domain/judge/contract.ts";
import { count, day, flag, instant, integerFrom, listOf, matching, oneOf, orNull, text } from "#domain/judge/shapes.ts";
import { conclusions } from "#domain/manual-tests/test-problem.ts";
import { isProviderKey, providerKeys } from "#domain/provider.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import type { CheckOutcome } from "#domain/verdict.ts";
import { accounts } from "./accounts.ts";
import type { JudgedAccount } from "./accounts.ts";
import { both, each, eachNamed, eachOnce, holding, is } from "./fields.ts";
import type { Reader } from "./fields.ts";
import { registersQuestion } from "./registers/index.ts";

const outcomes: readonly CheckOutcome[] = ["pass", "fail", "unknown", "not applicable"];
const stepStatuses: readonly StepReport["status"][] = ["complete", "denied", "unavailable", "truncated", "failed"];

// What is older than its list has no place in the ledger.
const entry = is(integerFrom(-1));
const number = is(integerFrom(1));
const lasting = { observedAt: is(instant), validUntil: is(instant) };

const decision = both(
  holding({
    kind: is(orNull(oneOf(...systemKindKeys))),
    systemId: is(orNull(text)),
    declared: is(flag),
    reason: is(text),
    until: is(orNull(day)),
    ledgerIndex: entry,
  }),
  (value, at) => {
    const { kind, systemId } = value as { readonly kind: unknown; readonly systemId: unknown };
    return (kind === null) === (systemId === null) ? `${at}.systemId` : undefined;
  },
);

const controls = holding({
  instant: is(instant),
  scope: holding({
    systems: eachOnce(
      "id",
      holding({
        id: is(text),
        name: is(text),
        kinds: is(listOf(oneOf(...systemKindKeys))),
        provider: is(orNull(oneOf(...providerKeys))),
        sources: is(listOf(text)),
        ledgerIndex: entry,
      }),
    ),
    decisions: each(decision),
  }),
  // Checks, controls and documents that the library does not have any more decide nothing, and are on file for good.
  input: holding({
    frameworks: is(listOf(oneOf(...frameworks.map(({ key }) => key)))),
    answers: each(
      holding({
        check: is(text),
        aspect: is(orNull(text)),
        source: is(text),
        outcome: is(oneOf(...outcomes)),
        reason: is(text),
        ...lasting,
        number,
        ledgerIndex: entry,
      }),
    ),
    tests: each(
      holding({
        check: is(text),
        aspect: is(orNull(text)),
        conclusion: is(oneOf(...conclusions)),
        reason: is(text),
        testedAt: is(instant),
        validUntil: is(instant),
        withdrawn: is(flag),
        number,
        ledgerIndex: entry,
      }),
    ),
    // What a filing does not say of who reviewed it is not taken as the better of two.
    filings: each(
      holding({
        document: is(text),
        number,
        from: is(day),
        to: is(day),
        filedAt: is(instant),
        ledgerIndex: entry,
        accepted: is(orNull(flag)),
        reason: is(orNull(text)),
        printed: is(flag),
        own: is(flag),
        anotherSince: is(orNull(instant)),
      }),
    ),
    documentDecisions: each(
      holding({ document: is(text), declared: is(flag), until: is(orNull(day)), ledgerIndex: entry }),
    ),
    applicability: eachOnce(
      "control",
      holding({ control: is(text), applicable: is(flag), reason: is(text), ledgerIndex: entry }),
    ),
  }),
});

const exceptions = each(
  holding({
    kind: is(oneOf(...exceptionKinds)),
    subject: is(text),
    record: is(text),
    reason: is(text),
    askedBy: is(text),
    approvedBy: is(text),
    another: is(flag),
    approvedOn: is(day),
    until: is(day),
  }),
);

const settingsSet = eachOnce("setting", holding({ setting: is(text), by: is(text), on: is(day) }));

const collectionOf = (account: JudgedAccount): Reader =>
  both(everyField(account), (value, at) => {
    // Where it is absent, as in older exhibits, nothing is left out.
    const { exceptions: held, settingsSet: set } = value as Readonly<Record<string, unknown>>;
    return (
      (held === undefined ? undefined : exceptions(held, `${at}.exceptions`)) ??
      (set === undefined ? undefined : settingsSet(set, `${at}.settingsSet`))
    );
  });

const everyField = ({ steps, prefix, kinds, settings }: JudgedAccount): Reader =>
  holding({
    account: holding({ id: is(text), label: is(text) }),
    connector: holding({ version: is(count) }),
    run: holding({ id: is(text), slot: is(instant), observedAt: is(instant) }),
    settings: holding(Object.fromEntries(Object.entries(settings).map(([name, shape]) => [name, is(shape)]))),
    steps: eachOnce(
      "step",
      holding({
        step: is(oneOf(...steps)),
        status: is(oneOf(...stepStatuses)),
        pages: is(count),
        items: is(count),
        startedAt: is(instant),
        endedAt: is(instant),
        missing: is(listOf(text)),
        detail: is(text),
      }),
    ),
    items: each(
      both(
        holding({
          step: is(oneOf(...steps)),
          kind: is(oneOf(...kinds.map((kind) => `${prefix}.${kind}`))),
          subject: holding({ type: is(text), id: is(text), label: is(text) }),
          // Its checks read it by facts that nothing passes without.
          data: () => undefined,
          observedAt: is(instant),
        }),
        (value, at) => {
          const { gap = "" } = value as { readonly gap?: unknown };
          return is(text)(gap, `${at}.gap`);
        },
      ),
    ),
  });

const mapping = holding({
  name: is(text),
  header: is(listOf(text)),
  columns: eachNamed(is(oneOf(...csvMeanings)), is(text)),
  words: eachNamed(is(text), is(oneOf(...csvOutcomes))),
});

const report = holding({
  instant: is(instant),
  input: holding({
    text: is(text),
    sha256: is(matching(/^[0-9a-f]{64}$/)),
    target: is(text),
    mapping: (value, at) => (value === null ? undefined : mapping(value, at)),
  }),
});

/** A question that is whole, or why it cannot be answered, as a clause: it names the field that is missing or unknown. */
export function readQuestion(question: string): JudgeQuestion | string {
  let asked: { readonly kind?: unknown; readonly input?: unknown } | null;
  try {
    asked = JSON.parse(question) as typeof asked;
  } catch {
    return "the question cannot be read";
  }
  if (asked?.kind === "controls") return wrongIn(controls, asked) ?? (asked as ControlsQuestion);
  if (asked?.kind === "registers") return readRegisters(asked);
  if (asked?.kind === "collection") return readCollection(asked);
  if (asked?.kind === "report") return wrongIn(report, asked) ?? (asked as ReportQuestion);
  return UNKNOWN_QUESTION;
}

/** Whether this judge reads an exhibit of a connection: one that it does not may be read with no snapshot of the registers. */
export function readsCollection(sealed: unknown): boolean {
  return typeof readCollection({ instant: new Date(0).toISOString(), input: sealed }) !== "string";
}

/** A question about registers, with the exhibits of connections that its snapshot names, each as its own question has it. */
function readRegisters(asked: object): RegistersQuestion | string {
  const wrong = wrongIn(registersQuestion, asked);
  if (wrong !== undefined) return wrong;
  const question = asked as RegistersQuestion;
  for (const input of question.input.collections) {
    const collection = readCollection({ instant: question.instant, input });
    if (typeof collection === "string") return collection;
  }
  return question;
}

function readCollection(asked: { readonly instant?: unknown; readonly input?: unknown }): CollectionQuestion | string {
  const { format, provider } = (asked.input ?? {}) as { readonly format?: unknown; readonly provider?: unknown };
  if (format !== "exhibit-collection/1") return "this is not an exhibit of a connection";
  if (typeof provider !== "string" || !isProviderKey(provider)) return "this judge has no checks of such a provider";
  const whole = holding({ instant: is(instant), input: collectionOf(accounts[provider]) });
  return wrongIn(whole, asked) ?? (asked as CollectionQuestion);
}

function wrongIn(reader: Reader, asked: unknown): string | undefined {
  const place = reader(asked, "");
  return place === undefined ? undefined : `${place} is missing, or is not what it should be`;
}
