import { parseActLine } from "./act-line.ts";
import type { ActLine } from "./act-line.ts";
import { parseCanonicalJson } from "./canonical-json.ts";

/** What a finished run of a connection saw, or saw again, as its entry of the ledger commits to it. */
export interface SeenRun {
  /** The exhibit that says what was seen. */
  readonly exhibit: string;
  /** SHA-256 of the judge, hexadecimal; undefined where nothing of it can be judged again. */
  readonly judge: string | undefined;
  /** When the run looked, as in verdicts; undefined for entries of the days before they said so. */
  readonly observedAt: string | undefined;
  /** By part, as "check/aspect", when that was seen; of parts that the run saw at its own moment there is none. */
  readonly seen: ReadonlyMap<string, string>;
}

/** A run's entry as it is handed out. */
export interface RunLine extends ActLine {
  readonly run: SeenRun;
}

/** The event of a finished run. */
export const COLLECTED = "connection.collected";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** When parts were seen, for an entry: a text for each moment that is not the run's own, with its parts. */
export function formatSeen(seen: ReadonlyMap<string, Date>, observedAt: Date): string[] {
  const others = [...seen].filter(([, at]) => at.getTime() !== observedAt.getTime());
  const byMoment = Map.groupBy(others, ([, at]) => at.toISOString());
  return [...byMoment].map(([at, parts]) => [at, ...parts.map(([part]) => part)].join(" "));
}

/** When the run saw a part: undefined where its entry does not say. */
export function seenAt({ observedAt, seen }: SeenRun, part: string): string | undefined {
  return observedAt && (seen.get(part) ?? observedAt);
}

/** Undefined unless the line is that of an act, and the act is a run that said what it saw. */
export function parseRunLine(line: string): RunLine | undefined {
  const act = parseActLine(line);
  const run = act && parseRun(act.event, act.details);
  return run && { ...act, run };
}

function parseRun(event: string, details: string): SeenRun | undefined {
  const value = parseCanonicalJson(details);
  if (event !== COLLECTED || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { event: said, exhibit, judge, observedAt, seen } = value as Readonly<Record<string, unknown>>;
  if (said !== event || typeof exhibit !== "string") return undefined;
  if (judge !== undefined && typeof judge !== "string") return undefined;
  if (observedAt === undefined) return { exhibit, judge, observedAt, seen: new Map() };
  const moments = parseSeen(seen);
  return isInstant(observedAt) && moments ? { exhibit, judge, observedAt, seen: moments } : undefined;
}

/** Undefined for what {@link formatSeen} does not write: a part that is seen at two moments included. */
function parseSeen(seen: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(seen)) return undefined;
  const moments = new Map<string, string>();
  for (const text of seen as readonly unknown[]) {
    if (typeof text !== "string") return undefined;
    const [at, ...parts] = text.split(" ");
    if (!isInstant(at) || parts.length === 0) return undefined;
    for (const part of parts) {
      if (part === "" || moments.has(part)) return undefined;
      moments.set(part, at);
    }
  }
  return moments;
}

const isInstant = (value: unknown): value is string =>
  typeof value === "string" && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
