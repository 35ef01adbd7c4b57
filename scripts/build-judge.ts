import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./program.ts";
import { replaceFile } from "./replace-file.ts";

const banner = `// The judge of Exhibit: all that decides a verdict, from what a connection collected or another tool reported to the status of a
// control. A classic script that sets globalThis.exhibitJudge. It asks no clock, no network and no chance: the same question
// has the same answer wherever it runs. The ledger of each company names its SHA-256.
`;

// What reads reports checks their form with zod, which would compile its checks from texts: neither a page's policy nor a judge's own
// rules allow that.
const intro = "globalThis.__zod_globalConfig = { jitless: true };";

/** Builds build/judge.js: one readable file without dependencies. The same sources give the same bytes. Answers with its path. */
export async function buildJudge(file = join(root, "build/judge.js")): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const bundle = await rolldown({
    cwd: root,
    input: join(root, "src/judge/script.ts"),
    platform: "neutral",
    // For the reader of XML, the one package that has no exports of its own.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "es2022", define: { JUDGE_VERSION: JSON.stringify(version) } },
    onLog: (_, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: "iife", banner, intro, comments: true });
  await bundle.close();
  if (output.length !== 1) throw new Error("the judge must be one file");
  replaceFile(file, output[0].code);
  return file;
}

if (import.meta.main) console.log(await buildJudge());
