import { createHash } from "node:crypto";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildJudge } from "./build-judge.ts";

/**
 * The judge as a verifier holds it, letter for letter: a function at the end of the verifier's program, which runs nothing until it is
 * called (see src/domain/judge/own-judge.ts). What the judge takes for the global object is an object of its own.
 */
export async function judgeFooter(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-judge-"));
  try {
    const code = readFileSync(await buildJudge(join(folder, "judge.js")), "utf8");
    const sha256 = createHash("sha256").update(code).digest("hex");
    return `
// The judge of this version, which a verdict names by the SHA-256 of everything between the two marks.
function exhibitOwnJudge() {
\tconst globalThis = {};
/*<judge>*/${code}/*</judge>*/
\treturn { sha256: "${sha256}", judge: globalThis.exhibitJudge.judge };
}
`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
