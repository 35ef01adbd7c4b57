import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildVerifier } from "./build-verifier.ts";
import { buildVerifyPage } from "./build-verify-page.ts";
import { root } from "./program.ts";

// What people compare their copy of the verifier with: in README, and in the catalogue, from which pages show it. With
// --check it only tells whether both are the hashes of what these sources build.

const README = join(root, "README.md");
const CATALOG = join(root, "src/catalog/verifier-hashes.gen.ts");
const [begin, end] = ["<!-- verifier -->", "<!-- /verifier -->"];

/** SHA-256 of what these sources build, hexadecimal. */
async function hashes(): Promise<{ readonly page: string; readonly program: string }> {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-verifier-"));
  try {
    const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
    return {
      page: hashOf(await buildVerifyPage(join(folder, "verify.html"))),
      program: hashOf(await buildVerifier(join(folder, "verify.mjs"))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { page, program } = await hashes();

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

if (!process.argv.includes("--check")) {
  writeFileSync(README, wanted);
  writeFileSync(CATALOG, catalog);
} else if (readme !== wanted || readFileSync(CATALOG, "utf8") !== catalog) {
  console.log("README.md or src/catalog/verifier-hashes.gen.ts names another verifier than these sources build.");
  console.log("Run: npm run verifier-hashes");
  process.exitCode = 1;
}
