import type { Connector, EvidenceItem, StepReport } from "#connectors/connector.ts";
import type { ConnectorCheckResult } from "#connectors/check.ts";
import type { Exception } from "#connectors/exceptions.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { partsSeenAt } from "#connectors/seen.ts";
import { controlOfCheck } from "#catalog/index.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { collectedVerdicts } from "#judge/collected-verdicts.ts";
import type { CollectedVerdict } from "#judge/collected-verdicts.ts";
import { endOfVerdict } from "../connections/check-rows.ts";
import type { ExhibitDocument } from "../connections/exhibit-document.ts";
import { CONNECTED, sampleAccounts } from "./sample-connectors.ts";
import { sampleConnector } from "./sample-connector.ts";
import type { SampleAccount } from "./sample-connector.ts";

/** The items that a sample connection filed. `sound`: before what fails now began to. */
const collected: Readonly<Record<string, { readonly provider: ProviderKey; readonly sound?: true }>> = {
  "Device compliance export": { provider: "google-workspace" },
  "Backup configuration export": { provider: "aws", sound: true },
  "Audit log integrity status": { provider: "aws" },
  "MFA enforcement report": { provider: "okta" },
};

const never = new AbortController().signal;

/** One for each connection, so that its minute of the hour is the same every day. */
export const connectionId = (provider: ProviderKey): string =>
  `${["00000140", "000004b0", "000009f6"][Object.keys(CONNECTED).indexOf(provider)]}-0000-4000-8000-000000000001`;

/** Whether a sample connection filed an item. */
export const isCollected = (name: string): boolean => name in collected;

/** What a sample account said at one time. */
export interface Collection {
  readonly account: ExhibitDocument["account"];
  readonly items: readonly (EvidenceItem & { readonly step: string })[];
  readonly steps: readonly StepReport[];
  readonly results: readonly ConnectorCheckResult[];
}

/** Everything that a sample account says at that time, with the report of each step and what its checks say of it. */
export async function collect(connector: Connector, at: Date): Promise<Collection> {
  const items: (EvidenceItem & { readonly step: string })[] = [];
  const steps: StepReport[] = [];
  const asked = { typed: {}, method: "sample", now: () => at, signal: never };
  const http = { send: () => Promise.reject(new Error("a sample account has no network")) };
  const account = await connector.probe({ ...asked, http });
  for (const step of connector.steps) {
    const before = items.length;
    const context = { ...asked, http, account, settings: {}, items: () => [], cursor: undefined };
    for await (const item of step.collect(context)) if (!("checkpoint" in item)) items.push({ step: step.id, ...item });
    const time = at.toISOString();
    const ended = { status: "complete", startedAt: time, endedAt: time, missing: [], detail: "" } as const;
    steps.push({ step: step.id, pages: 1, items: items.length - before, ...ended });
  }
  const results = judgeChecks(connector.checks, { items, steps, settings: {}, now: at });
  return { account, items, steps, results };
}

/** What a run of a sample account files: what each later run files, too, while nothing of it changes. */
export const sampleDocument = (
  { manifest: { id: provider, version, settings } }: Connector,
  { account, items, steps, results }: Collection,
  time: string,
  exceptions: readonly Exception[] = [],
): ExhibitDocument => ({
  format: "exhibit-collection/1",
  provider,
  account,
  sample: true,
  connector: { version },
  run: { id: "", slot: time, observedAt: time },
  settings: settings.parse({}),
  settingsSet: [],
  exceptions,
  steps,
  items,
  results,
});

/** What an item says that a connection filed. */
export interface CollectedItem {
  readonly connectionId: string;
  readonly document: ExhibitDocument;
  readonly verdicts: readonly CollectedVerdict[];
  /** By part, as "check/aspect", when it was observed. */
  readonly seen: ReadonlyMap<string, Date>;
  /** By control that it decides something of, until when. */
  readonly countsUntil: ReadonlyMap<string, Date>;
}

/** The connector that filed an item, with its account as it was then. Throws for an item that a person filed. */
export function connectorBehind(name: string): Connector {
  const { provider, sound } = collected[name]!;
  const account = sampleAccounts.find((account) => account.provider === provider)!;
  return sampleConnector(sound ? asSound(account) : account);
}

/** What the sample connection read that filed an item then; undefined for an item that a person filed. */
export async function collectedItem(name: string, at: Date): Promise<CollectedItem | undefined> {
  const how = collected[name];
  if (!how) return undefined;
  const { provider } = how;
  const connector = connectorBehind(name);
  const { version } = connector.manifest;
  const collection = await collect(connector, at);
  const { account: ofVendor, results } = collection;
  const verdicts = collectedVerdicts(connector.checks, results, version, at);
  const seen = partsSeenAt(connector.checks, new Map(), at);
  const time = at.toISOString();
  return {
    connectionId: connectionId(provider),
    document: sampleDocument(connector, { ...collection, account: { id: ofVendor.id, label: ofVendor.label } }, time),
    verdicts,
    seen,
    countsUntil: new Map(verdicts.map((verdict) => [controlOfCheck(verdict.checkId).id, endOfVerdict(verdict, seen)])),
  };
}

/** The same account while nothing in it failed, with what has gone since. */
function asSound({ steps, ...account }: SampleAccount): SampleAccount {
  return {
    ...account,
    steps: steps.map(({ checks, items = [], gone: goneItems = [], ...step }) => ({
      ...step,
      items: [...items, ...goneItems],
      checks: checks.map(({ failing = {}, gone = [], ...check }) => ({
        ...check,
        passing: [...check.passing, ...gone, ...Object.keys(failing)],
      })),
    })),
  };
}
