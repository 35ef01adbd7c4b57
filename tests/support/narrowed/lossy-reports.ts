import fc from "fast-check";
import { expect } from "vitest";
import { partName } from "#domain/verdict.ts";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { judgeFile } from "#server/reading/judged-report.ts";

const at = new Date("2026-11-22T08:00:00Z");

/** A report that loses information, step by step. */
export interface LossyReport {
  readonly file: object | string;
  readonly mapping?: CsvMapping | undefined;
  /** Lists of results, as paths: an entry that is not in the file was never said, so entries stay. Their fields may go. */
  readonly results?: RegExp;
  /** Names of rules: a result of a rule by another name is another result, so names may go and do not change. */
  readonly rules?: RegExp;
}

/** What a loss is drawn from: where, and how. */
const loss = fc.record({ where: fc.nat(), how: fc.nat() });
type Drawn = typeof loss extends fc.Arbitrary<infer T> ? T : never;
const losses = fc.array(loss, { minLength: 1, maxLength: 4 });

type Node = { readonly parent: Record<string, unknown>; readonly key: string; readonly path: string };

function nodesOf(value: unknown, path = ""): Node[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [
    { parent, key, path: `${path}.${key}` },
    ...nodesOf(parent[key], `${path}.${key}`),
  ]);
}

/** A value without what it said: gone, empty, of another kind, or a word that nobody has heard of. None says that something is well. */
const emptied = (value: unknown): readonly unknown[] => [
  undefined,
  null,
  "a word of tomorrow",
  ...(typeof value === "string" ? ["", `${value}-of-tomorrow`, value.slice(0, value.length >> 1)] : []),
  ...(typeof value === "number" ? [value + 987_654] : []),
  ...(typeof value === "object" ? [{}] : []),
];

function loseJson(file: object, drawn: Drawn, { results, rules }: LossyReport): object {
  const copy = structuredClone(file);
  const nodes = nodesOf(copy).filter(({ path }) => !results?.test(path));
  const node = nodes[drawn.where % nodes.length];
  if (!node) return copy;
  const { parent, key, path } = node;
  const choices = rules?.test(path) ? [undefined, null, ""] : emptied(parent[key]);
  const instead = choices[drawn.how % choices.length];
  if (Array.isArray(parent)) {
    // Of a list that is none of results an entry goes; of one of results it would be a report of something else.
    if (instead === undefined) parent.splice(Number(key), 1);
    else parent[Number(key)] = instead;
  } else if (instead === undefined) delete parent[key];
  else parent[key] = instead;
  return copy;
}

/** Of a text an attribute, a text between tags or a value behind "=" goes, or the text ends here. */
function loseText(file: string, drawn: Drawn): string {
  const found = [...file.matchAll(/([\w:-]+)="([^"]*)"|>([^<>\s][^<>]*)<|^([\w[\]-]+)=(.*)$|[^,\n]+(?=[,\n])/gm)];
  const place = found[drawn.where % Math.max(1, found.length)];
  if (!place || drawn.how % 8 === 7) return file.slice(0, drawn.where % (file.length + 1));
  const [whole, name, , text, line] = place;
  const put = (empty: string, invented: string) => (drawn.how % 2 === 0 ? empty : invented);
  const instead =
    name === undefined
      ? text === undefined
        ? line === undefined
          ? put("", "of tomorrow")
          : put(`${line}=`, `${line}=of tomorrow`)
        : put("><", ">of tomorrow<")
      : put("", `${name}="of tomorrow"`);
  return file.slice(0, place.index) + instead + file.slice(place.index + whole.length);
}

/** What each part of the library's checks comes to by a report; undefined where it is refused. */
function outcomesOf(text: string, mapping?: CsvMapping): ReadonlyMap<string, string> | undefined {
  const judged = judgeFile(Buffer.from(text), at, mapping, "");
  if (!judged.ok) return undefined;
  return new Map(judged.judged.verdicts.map((verdict) => [partName(verdict), verdict.outcome]));
}

const passes = (outcomes: ReadonlyMap<string, string> | undefined): string[] =>
  [...(outcomes ?? [])].flatMap(([part, outcome]) => (outcome === "pass" ? [part] : []));

/** How many drawn reports were refused, passed as much as before, and passed less. */
export interface LossCounts {
  refused: number;
  kept: number;
  fewer: number;
}

/** Lets a report lose information so many times, and finds no part that passes and did not before it lost the last of it. */
export function proveLossy(report: LossyReport, numRuns: number): LossCounts {
  const { file, mapping } = report;
  const counts: LossCounts = { refused: 0, kept: 0, fewer: 0 };
  const textOf = (item: object | string) => (typeof item === "string" ? item : JSON.stringify(item));
  const before = passes(outcomesOf(textOf(file), mapping));
  fc.assert(
    fc.property(losses, (drawn) => {
      let lossy = file;
      for (const item of drawn)
        lossy = typeof lossy === "string" ? loseText(lossy, item) : loseJson(lossy, item, report);
      const text = textOf(lossy);
      const outcomes = outcomesOf(text, mapping);
      const after = passes(outcomes);
      counts[outcomes === undefined ? "refused" : after.length < before.length ? "fewer" : "kept"] += 1;
      expect(
        after.filter((part) => !before.includes(part)),
        text.slice(0, 4_000),
      ).toEqual([]);
    }),
    { numRuns },
  );
  // Whatever it is cut off at, it is refused or passes nothing more.
  const whole = textOf(file);
  for (let cut = 0; cut < 20; cut += 1) {
    const text = whole.slice(0, Math.floor((whole.length * (cut + 1)) / 21));
    expect(passes(outcomesOf(text, mapping)).filter((part) => !before.includes(part))).toEqual([]);
  }
  return counts;
}
