import { createHash } from "node:crypto";
import { RULE } from "#domain/parts/rule.ts";
import type { ConnectorCheckResult } from "#connectors/check.ts";
import type { EvidenceItem, StepReport } from "#connectors/connector.ts";
import type { Exception } from "#connectors/exceptions.ts";
import type { SettingSet } from "#connectors/who-set.ts";

/** What an exhibit of a connection holds, as JSON: all that one run observed and what its checks said of it. */
export interface ExhibitDocument {
  readonly format: "exhibit-collection/1";
  readonly provider: string;
  readonly account: { readonly id: string; readonly label: string };
  /** Nobody was asked: the account is a made-up one of the demo, and its items state outcomes. */
  readonly sample?: true;
  readonly connector: { readonly version: number };
  readonly run: { readonly id: string; readonly slot: string; readonly observedAt: string };
  /** By which judge the results were judged, its SHA-256, and at which moment; exhibits of earlier days do not say. */
  readonly judged?: { readonly judge: string; readonly at: string };
  /** What the checks went by. */
  readonly settings: unknown;
  /** Who set them, and when; exhibits of earlier days do not say. */
  readonly settingsSet?: readonly SettingSet[];
  /** Decisions that left resources out, as they stood when the run began; exhibits of earlier days have none. */
  readonly exceptions?: readonly Exception[];
  readonly steps: readonly StepReport[];
  /** With the step that each comes from. */
  readonly items: readonly (EvidenceItem & { readonly step: string })[];
  readonly results: readonly ConnectorCheckResult[];
}

/** The text of an exhibit: one item a line, so that people can compare two of them. */
export function writeDocument({ items, results, ...head }: ExhibitDocument): Buffer {
  const lines = (values: readonly unknown[]) =>
    values.length === 0 ? "[]" : `[\n${values.map((value) => JSON.stringify(value)).join(",\n")}\n]`;
  const begin = JSON.stringify(head).slice(0, -1);
  return Buffer.from(`${begin},"items":${lines(items)},"results":${lines(results)}}\n`);
}

/** Reads an exhibit of ours again; undefined for bytes that are none. */
export function readDocument(bytes: Uint8Array): ExhibitDocument | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Partial<ExhibitDocument>;
    return value.format === "exhibit-collection/1" ? (value as ExhibitDocument) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * SHA-256 of what was observed, whenever that was: items and results without times, steps as far as they say how complete it is.
 * Two runs with the same digest say the same.
 */
export function digestOf(document: ExhibitDocument): Buffer {
  const { provider, account, connector, settings, settingsSet, exceptions, results } = document;
  const steps = document.steps.map(({ step, status, missing, detail }) => ({ step, status, missing, detail }));
  const hash = createHash("sha256");
  // What was filed under an older rule answers no parts, and another judge is to be named: the first run under this one files anew.
  const by = { rule: RULE, judge: document.judged?.judge };
  hash.update(canonical({ provider, account: account.id, connector, settings, settingsSet, exceptions, steps, ...by }));
  for (const { observedAt: _, ...item } of document.items) hash.update(`\n${canonical(item)}`);
  for (const result of results) hash.update(`\n${canonical(result)}`);
  return hash.digest();
}

/** One text for one value: names in order. Fractions and lone surrogates are written as JSON writes them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  const text = entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`);
  return `{${text.join(",")}}`;
}
