import type { Findings } from "./bundle-report.ts";
import type { BundleContent } from "./bundle-source.ts";
import { controlsOf } from "./evidence-list.ts";
import type { ListedItem } from "./evidence-list.ts";
import { nameOf } from "./verdict-line.ts";
import type { CheckLine, ControlLine } from "./verdict-line.ts";

const CONTROLS = "controls.json";
const CONTROLS_LIMIT = 100e6;

interface ListedControl {
  readonly id: string;
  readonly status: string;
  readonly reason?: unknown;
  readonly progress?: unknown;
  readonly basis?: unknown;
  readonly exhibits: readonly string[];
  readonly checks: readonly { readonly exhibit: string; readonly id?: unknown; readonly [said: string]: unknown }[];
}

/**
 * The list of controls against the list of evidence: each names exactly the exhibits that are filed under it, no check
 * rests on an item that is not in the bundle, and nothing passes without one.
 */
export async function checkControls(
  content: BundleContent,
  items: ReadonlyMap<string, ListedItem>,
  findings: Findings,
): Promise<void> {
  const text = await content.text(CONTROLS, CONTROLS_LIMIT);
  if (text === undefined) return;
  const controls = parseControls(text);
  if (!controls) return findings.add(CONTROLS, "The list of controls cannot be read.");
  for (const { id, status, exhibits, checks } of controls) {
    const fault = (sentence: string) => findings.add(CONTROLS, `${id}: ${sentence}`);
    const cited = new Set(exhibits);
    for (const exhibit of cited) if (!isFiledUnder(items.get(exhibit), id)) fault(`${exhibit} is not filed under it.`);
    for (const item of items.values()) {
      if (isFiledUnder(item, id) && !cited.has(item.exhibit))
        fault(`${item.exhibit} is filed under it, but not named.`);
    }
    for (const { exhibit } of checks) {
      if (!items.has(exhibit)) fault(`a check rests on ${exhibit}, which is not in the bundle.`);
    }
    if (status === "passing" && cited.size === 0) fault("it is said to pass without evidence.");
  }
}

/** The list of controls against their verdicts: what people read is what was judged. */
export async function checkShown(
  content: BundleContent,
  verdicts: readonly (CheckLine | ControlLine)[],
  findings: Findings,
): Promise<void> {
  const text = content.found.has(CONTROLS) ? await content.text(CONTROLS, CONTROLS_LIMIT) : undefined;
  const byName = new Map(verdicts.map((line) => [nameOf(line), line]));
  for (const shown of (text === undefined ? undefined : parseControls(text)) ?? []) {
    const judged = byName.get(`control ${shown.id}`);
    const fault = (sentence: string) => findings.add(`${CONTROLS}, ${shown.id}`, sentence);
    if (judged?.for !== "control") fault("No verdict is in the bundle for it.");
    else {
      const other = (["status", "reason", "progress", "basis"] as const).find(
        (name) => !same(shown[name], judged[name]),
      );
      if (other !== undefined) fault(`Its ${other} is not what was judged.`);
      for (const check of shown.checks) {
        const id = typeof check.id === "string" ? check.id : "a check without a name";
        const line = byName.get(`check ${id}`);
        if (line?.for !== "check" || line.outcome !== check["outcome"] || line.reason !== check["reason"])
          fault(`What it says of ${id} is not what was judged.`);
      }
    }
  }
}

function same(shown: unknown, judged: unknown): boolean {
  if (typeof judged !== "object" || judged === null) return shown === judged;
  if (typeof shown !== "object" || shown === null) return false;
  const names = new Set([...Object.keys(shown), ...Object.keys(judged)]);
  return [...names].every((name) => (shown as never)[name] === (judged as never)[name]);
}

function isFiledUnder(item: ListedItem | undefined, control: string): boolean {
  const controls = item && controlsOf(item);
  return Array.isArray(controls) && controls.includes(control);
}

function parseControls(text: string): readonly ListedControl[] | undefined {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) && rows.every(isListedControl) ? rows : undefined;
  } catch {
    return undefined;
  }
}

function isListedControl(value: unknown): value is ListedControl {
  if (typeof value !== "object" || value === null) return false;
  const { id, status, exhibits, checks } = value as Partial<ListedControl>;
  if (typeof id !== "string" || typeof status !== "string" || !Array.isArray(exhibits)) return false;
  return (
    exhibits.every((exhibit) => typeof exhibit === "string") &&
    Array.isArray(checks) &&
    checks.every((check: unknown) => typeof (check as { exhibit?: unknown } | null)?.exhibit === "string")
  );
}
