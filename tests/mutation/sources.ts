import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/program.ts";
import { partsOf, within } from "./parts.ts";
import type { Part } from "./parts.ts";
import { scoreOf } from "./score.ts";
import { mutate } from "./stryker.ts";

const scoresFile = join(import.meta.dirname, "scores.json");

/**
 * Breaks the parts that `args` name, or all, and prints each survivor and each score. Answers an exit code: 1 where a score is
 * below the one that stands in scores.json, or below `--min`.
 */
export async function breakSources(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { fresh: { type: "boolean" }, keep: { type: "boolean" }, min: { type: "string" } },
  });
  const kept = JSON.parse(readFileSync(scoresFile, "utf8")) as Record<string, number>;
  const scores = { ...kept };
  const lines: string[] = [];
  let isLow = false;
  for (const { part, files } of chosen(positionals)) {
    const begun = performance.now();
    const result = await mutate(part, { files, fresh: values.fresh ?? false });
    const score = scoreOf({ noticed: result.noticed, missed: result.missed.length });
    const least = values.min === undefined ? (files.length > 0 ? 0 : (kept[part.name] ?? 0)) : Number(values.min);
    for (const { status, fileName, location, mutatorName, replacement } of result.missed)
      console.log(
        `${status.padEnd(10)} ${relative(root, fileName)}:${location.start.line} ${mutatorName}: ${short(replacement)}`,
      );
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    const name = files.length > 0 ? files.join(" ") : part.name;
    lines.push(
      `${score.toFixed(1).padStart(6)} %  ${name}: ${result.noticed} noticed, ${result.missed.length} missed, ${minutes} min${score < least ? `, BELOW ${least} %` : ""}`,
    );
    console.log(lines.at(-1));
    isLow ||= score < least;
    if (files.length === 0) scores[part.name] = score;
  }
  console.log(`\n${lines.join("\n")}`);
  if (values.keep) writeFileSync(scoresFile, `${JSON.stringify(scores, null, 2)}\n`);
  return isLow ? 1 : 0;
}

/** The parts that names stand for: parts themselves, or files of one. */
function chosen(names: readonly string[]): { part: Part; files: readonly string[] }[] {
  const parts = partsOf(root);
  if (names.length === 0) return parts.map((part) => ({ part, files: [] }));
  return names.map((name) => {
    const exact = parts.find((part) => part.name === name.replace(/\/$/, ""));
    if (exact) return { part: exact, files: [] };
    const holder = within(parts, name);
    if (!holder) throw new Error(`${name} is in no part; there are ${parts.map((part) => part.name).join(", ")}.`);
    return { part: holder, files: [name] };
  });
}

const short = (text: string | undefined) => (text ?? "").replace(/\s+/g, " ").slice(0, 120);
