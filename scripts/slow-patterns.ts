import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { check } from "recheck";
import { root } from "./program.ts";
import { isTest } from "./house-rules.ts";
import { replaceFile } from "./replace-file.ts";
import { projectPaths, readSource } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Patterns that take more than linear time and may: by their source, with the reason. What each is given is ours, or is
 * bounded before. A pattern that reads what somebody sends is mended instead.
 */
export const excused: Readonly<Record<string, string>> = {
  '<link rel="modulepreload" href="([^"]+)"[^>]*>': "reads the page that our own build made",
  '<script type="module" async="">([\\s\\S]*?)<\\/script>': "reads the page that our own build made",
  "window\\.__reactRouterRouteModules = (\\{[^}]*\\});": "reads the page that our own build made",
  "<script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>": "reads the page that our own build made",
  '<script(?![^>]*\\ssrc="\\/theme\\.js")[^>]*>[\\s\\S]*?<\\/script>': "reads the page that our own build made",
  '<link[^>]*\\srel="modulepreload"[^>]*>': "reads the page that our own build made",
  '<meta[^>]*\\sname="description"[^>]*>': "reads the page that our own build made",
  '(<script[^>]*\\ssrc="\\/theme\\.js")': "reads the page that our own build made",
  "^([\\s\\S]*?<main[^>]*>)[\\s\\S]*(<\\/main>[\\s\\S]*)$": "reads the page that our own build made",
  "<title>[\\s\\S]*?<\\/title>": "reads the page that our own build made",
  "(`[^`]+`|\\[[^\\]]+\\]\\(\\/\\w[\\w./-]*\\)|https:\\/\\/[^\\s`]*[^\\s`.,;:)])": "reads our own instructions",
  "_template_.*_(\\d+)$": "reads names of databases, 63 characters at most",
  "^\\/+|\\/+$": "reads the operator's setting",
  "\\bVersion\\/(\\d+)[\\d.]* .*Safari\\/": "reads a user agent, which is cut to 300 characters",
  "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$": "reads 254 characters at most",
};

/** A regular expression as it stands in a file. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** Path and line. */
  readonly at: string;
}

/** The regular expressions of a file: literals, and those made of one constant text. */
export function patternsIn({ path, text }: SourceFile): Pattern[] {
  const found: Pattern[] = [];
  const add = (source: string, flags: string, start: number) =>
    found.push({ source, flags, at: `${path}:${text.slice(0, start).split("\n").length}` });
  new Visitor({
    Literal: (node) => {
      if ("regex" in node && node.regex) add(node.regex.pattern, node.regex.flags, node.start);
    },
    NewExpression: ({ callee, arguments: [pattern, flags], start }) => {
      if (callee.type !== "Identifier" || callee.name !== "RegExp" || pattern?.type !== "Literal") return;
      const how = flags?.type === "Literal" && typeof flags.value === "string" ? flags.value : "";
      if (typeof pattern.value === "string") add(pattern.value, how, start);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Whether the time a pattern takes grows faster than the text it reads, in words; undefined where it does not. */
export async function slownessOf({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<string | undefined> {
  // Chance is fixed, so that the same pattern is judged alike every time, and what a busy machine leaves open is asked again.
  const ask = (timeout: number) => check(source, flags, { timeout, randomSeed: 1 });
  let judged = await ask(20_000);
  // What was found by trying texts is found again: how far the trying came depended on how busy the machine was.
  if (judged.status === "unknown" || (judged.status === "vulnerable" && judged.checker === "fuzz"))
    judged = await ask(180_000);
  if (judged.status === "safe") return undefined;
  return judged.status === "vulnerable" ? judged.complexity.summary : `not decided: ${judged.error.kind}`;
}

/** Hashes of patterns that were found to take linear time, by what judges them and its version: judging all takes a minute. */
const kept = join(root, "scripts/linear-patterns.gen.json");
const { version } = JSON.parse(readFileSync(join(root, "node_modules/recheck/package.json"), "utf8"));

const keyOf = ({ source, flags }: Pattern) =>
  createHash("sha256").update(`${version}/${source}/${flags}`).digest("base64url").slice(0, 22);

if (import.meta.main) {
  const patterns = projectPaths()
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap((path) => patternsIn(readSource(path)));
  const known = new Set<string>(existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : []);
  const linear = new Set<string>();
  const problems: string[] = [];
  for (const pattern of patterns) {
    if (pattern.source in excused) continue;
    const slow = known.has(keyOf(pattern)) ? undefined : await slownessOf(pattern);
    if (slow === undefined) linear.add(keyOf(pattern));
    else problems.push(`${pattern.at}: /${pattern.source}/ takes more than linear time (${slow})`);
  }
  // Of a change that has a new pattern, this file is a part.
  const text = `${JSON.stringify([...linear].sort(), null, 2)}\n`;
  if (problems.length === 0 && (linear.size !== known.size || [...linear].some((key) => !known.has(key))))
    replaceFile(kept, text);
  const used = new Set(patterns.map(({ source }) => source));
  for (const source of Object.keys(excused)) if (!used.has(source)) problems.push(`/${source}/ is excused and gone`);
  for (const problem of problems) console.log(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
