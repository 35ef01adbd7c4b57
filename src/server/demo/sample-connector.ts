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
  /** What passed for as long as it was there. */
  readonly gone?: readonly string[];
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
  readonly steps: readonly SampleStep[];
}

interface SampleStep {
  /** The real connector's step, and the kind of what its checks look at: of an account that registers read, too. */
  readonly id?: string;
  readonly kind?: string;
  readonly title: string;
  readonly checks: readonly SampleCheck[];
  /** What it lists as the real connector would. */
  readonly items?: readonly SampleListed[];
  /** What it listed for as long as it was there. */
  readonly gone?: readonly SampleListed[];
}

/** Something that a step of the real connector would list, of one of its kinds. */
export type SampleListed = Omit<EvidenceItem, "observedAt">;

const resource = z.strictObject({
  check: z.string(),
  outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
  observed: z.string(),
});

/** A connector with nobody behind it: it reads the same account every hour, through the engine that reads real ones. */
export function sampleConnector({ provider, account, scopes, steps }: SampleAccount): Connector {
  const real = connectors.find(({ manifest }) => manifest.id === provider);
  if (!real) throw new Error(`there is no connector for ${provider}`);
  const looked = steps.flatMap(({ checks, kind }) => (checks.length > 0 ? [[kindOf(kind), resource] as const] : []));
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
      kinds: { ...real.manifest.kinds, ...Object.fromEntries(looked) },
      settings: real.manifest.settings,
      settingFields: [],
    },
    probe: async () => account,
    steps: steps.map((step, index) => sampleStep(nameOf(step, index), step)),
    checks: steps.flatMap((step, index) =>
      step.checks.map((check) => judged(real, { step: nameOf(step, index), kind: kindOf(step.kind) }, check)),
    ),
  };
}

const nameOf = ({ id }: SampleStep, index: number): string => id ?? `step-${index + 1}`;
const kindOf = (kind: string | undefined): string => kind ?? "resource";

function sampleStep(id: string, { title, checks, kind, items = [] }: SampleStep): Step {
  return {
    id,
    title,
    kinds: [...new Set([kindOf(kind), ...items.map((item) => item.kind)])],
    scopes: [],
    async *collect({ now }) {
      const observedAt = now().toISOString();
      for (const item of items) yield { ...item, observedAt };
      for (const check of checks) yield* itemsOf(check, kindOf(kind), observedAt);
    },
  };
}

/** Everything that a sample check looks at, as it is found. */
function itemsOf(check: SampleCheck, kind: string, observedAt: string): EvidenceItem[] {
  const item = (label: string, outcome: CheckOutcome, observed: string): EvidenceItem => ({
    kind,
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
function judged(
  { manifest, checks }: Pick<Connector, "manifest" | "checks">,
  { step, kind }: { readonly step: string; readonly kind: string },
  { id, wanted }: SampleCheck,
): ConnectorCheck {
  const real = checks.find((check) => check.id === id);
  if (!real) throw new Error(`the connector for ${manifest.id} has no check ${id}`);
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
      items(kind).flatMap(({ subject, data }) => {
        const seen = resource.parse(data);
        return seen.check === id ? [{ resource: subject, outcome: seen.outcome, observed: seen.observed, wanted }] : [];
      }),
  };
}
