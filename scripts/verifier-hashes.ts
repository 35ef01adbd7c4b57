import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { releasedJudges } from "#domain/bundle/released-judges.gen.ts";
import { buildJudge } from "./build-judge.ts";
import { buildVerifier } from "./build-verifier.ts";
import { buildVerifyPage } from "./build-verify-page.ts";
import { root } from "./program.ts";

// What people compare their copy of the verifier with: in README, and in the catalogue, from which pages show it; and which judges
// the verifier knows as ours. With --check it only tells whether they are the hashes of what these sources build.

const README = join(root, "README.md");
const CATALOG = join(root, "src/catalog/verifier-hashes.gen.ts");
const JUDGES = join(root, "src/domain/bundle/released-judges.gen.ts");
const [begin, end] = ["<!-- verifier -->", "<!-- /verifier -->"];

const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** The list of judges: those of released versions stay, those of versions that were never released go, this one's is what is built. */
async function listOfJudges(folder: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const built = hashOf(await buildJudge(join(folder, "judge.js")));
  const kept = Object.entries(releasedJudges).filter(([, of]) => of !== version && !of.includes("-"));
  const lines = [...kept, [built, version]].map(([sha256, of]) => `  "${sha256}": "${of}",\n`);
  return `/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by \`npm run verifier-hashes\`. */
export const releasedJudges: Readonly<Record<string, string>> = {
${lines.join("")}};
`;
}

/** SHA-256 of what these sources build, hexadecimal. */
async function hashes(): Promise<{ readonly page: string; readonly program: string; readonly judges: string }> {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-verifier-"));
  try {
    const judges = await listOfJudges(folder);
    // The verifiers hold it.
    if (!isCheck) writeFileSync(JUDGES, judges);
    return {
      judges,
      page: hashOf(await buildVerifyPage(join(folder, "verify.html"))),
      program: hashOf(await buildVerifier(join(folder, "verify.mjs"))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isCheck = process.argv.includes("--check");
const { page, program, judges } = await hashes();

const table = `${begin}

| file | SHA-256 |
| --- | --- |
| \`verify.mjs\` | \`${program}\` |
| \`verify.html\` | \`${page}\` |

${end}`;

const catalog = `/** SHA-256 of the verifier that this version serves, hexadecimal. Written by \`npm run verifier-hashes\`. */
export const verifierHashes = {
  "verify.mjs": "${program}",
  "verify.html": "${page}",
} as const;
`;

const readme = readFileSync(README, "utf8");
const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
if (from < 0 || to < 0) throw new Error(`README.md has no place for the hashes: ${begin} … ${end}`);
const wanted = readme.slice(0, from) + table + readme.slice(to + end.length);

if (!isCheck) {
  writeFileSync(README, wanted);
  writeFileSync(CATALOG, catalog);
} else if (readme !== wanted || readFileSync(CATALOG, "utf8") !== catalog || readFileSync(JUDGES, "utf8") !== judges) {
  console.log(
    "README.md, src/catalog/verifier-hashes.gen.ts or src/domain/bundle/released-judges.gen.ts names another verifier or judge",
  );
  console.log("than these sources build.");
  console.log("Run: npm run verifier-hashes");
  process.exitCode = 1;
}
