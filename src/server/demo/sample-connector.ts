import * as z from "zod";
import type { ConnectorCheck } from "#connectors/check.ts";
import type { Account, Connector, EvidenceItem, Scope, Step } from "#connectors/connector.ts";
import { connectors } from "#connectors/index.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { CheckOutcome } from "#domain/verdict.ts";

/** What a check of the provider's real connector finds in a sample account. Its words, and the parts that it answers, are the real one's. */
export interface SampleCheck {
  /** Of the real connector's check. */
  readonly id: string;
  readonly wanted: string;
  /** What is looked at: "bucket". */
  readonly type: string;
  readonly passing: readonly string[];
  /** What is observed of whatever passes. */
  readonly observed: string;
  readonly failing?: Readonly<Record<string, string>>;
  readonly unknown?: Readonly<Record<string, string>>;
}

/** An account of the sample company at a vendor. */
export interface SampleAccount {
  readonly provider: ProviderKey;
  readonly account: Account;
  readonly scopes: readonly Scope[];
  /** What is read, step by step, and the checks on it. */
  readonly steps: readonly { readonly title: string; readonly checks: readonly SampleCheck[] }[];
}

const resource = z.strictObject({
  check: z.string(),
  outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
  observed: z.string(),
});

/** A connector with nobody behind it: it reads the same account every hour, through the engine that reads real ones. */
export function sampleConnector({ provider, account, scopes, steps }: SampleAccount): Connector {
  return {
    manifest: {
      id: provider,
      version: 1,
      methods: [
        {
          id: "sample",
          kind: "sample",
          title: "Connect a sample account",
          explanation: "In the demo a made-up account answers in place of the vendor. Nothing leaves this server.",
          instructions: [],
          fields: [],
          settings: [],
        },
      ],
      endpoints: {},
      scopes: { required: scopes, optional: [], forbidden: [] },
      budget: { requests: 1_000, perSeconds: 1, atOnce: 1 },
      kinds: { resource },
      settings: z.strictObject({}),
      settingFields: [],
    },
    probe: async () => account,
    steps: steps.map(({ title, checks }, index) => sampleStep(`step-${index + 1}`, title, checks)),
    checks: steps.flatMap(({ checks }, index) => checks.map((check) => judged(provider, `step-${index + 1}`, check))),
  };
}

function sampleStep(id: string, title: string, checks: readonly SampleCheck[]): Step {
  return {
    id,
    title,
    kinds: ["resource"],
    scopes: [],
    async *collect({ now }) {
      const observedAt = now().toISOString();
      for (const check of checks) yield* itemsOf(check, observedAt);
    },
  };
}

/** Everything that a sample check looks at, as it is found. */
function itemsOf(check: SampleCheck, observedAt: string): EvidenceItem[] {
  const item = (label: string, outcome: CheckOutcome, observed: string): EvidenceItem => ({
    kind: "resource",
    subject: { type: check.type, id: `${check.id}/${label}`, label },
    data: { check: check.id, outcome, observed },
    observedAt,
  });
  return [
    ...Object.entries(check.failing ?? {}).map(([label, observed]) => item(label, "fail", observed)),
    ...Object.entries(check.unknown ?? {}).map(([label, observed]) => item(label, "unknown", observed)),
    ...check.passing.map((label) => item(label, "pass", check.observed)),
  ];
}

/** The real connector's check, judging what the sample account says. Throws for an id that no connector has. */
function judged(provider: ProviderKey, step: string, { id, wanted }: SampleCheck): ConnectorCheck {
  const real = connectors.find(({ manifest }) => manifest.id === provider)?.checks.find((check) => check.id === id);
  if (!real) throw new Error(`the connector for ${provider} has no check ${id}`);
  const { title, severity, hint, answers } = real;
  return {
    id,
    version: 1,
    title,
    severity,
    hint,
    answers,
    steps: [step],
    judge: ({ items }) =>
      items("resource").flatMap(({ subject, data }) => {
        const seen = resource.parse(data);
        return seen.check === id ? [{ resource: subject, outcome: seen.outcome, observed: seen.observed, wanted }] : [];
      }),
  };
}
