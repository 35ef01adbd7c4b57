import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { phraseOfKind } from "#catalog/kind-phrases.ts";
import { registers } from "#catalog/registers/index.ts";
import { root } from "./program.ts";

// Keeps what documentation and the table of capabilities say of registers equal to their declarations, which public pages need not load:
// written here, compared with `--check`.

/** What each register is called and keeps, in the order of its page. */
export function namesOfRegisters() {
  return registers.map(({ label, summary, onlyWith }) => ({
    label,
    about: onlyWith === undefined ? summary : `${summary} For companies that use ${phraseOfKind(onlyWith)}.`,
  }));
}

const file = join(root, "src/catalog/register-names.gen.ts");

if (import.meta.main) {
  const rows = namesOfRegisters().map((each) => `  ${JSON.stringify(each)},\n`);
  const wanted = `/** What each register is called and keeps, in the order of its page. Written by \`npm run tables\`. */
export const registerNames: readonly { readonly label: string; readonly about: string }[] = [
${rows.join("")}];
`;
  if (!process.argv.includes("--check")) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
    console.log("src/catalog/register-names.gen.ts is out of date: npm run tables");
    process.exitCode = 1;
  }
}
