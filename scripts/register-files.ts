import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registers } from "#catalog/registers/index.ts";
import { root } from "./program.ts";

// A register is declared, and nothing else of the product knows it: this counts the files that name one register and no other.

/** Where files of registers belong: each of these folders has one of them for a register, and an index that all share. */
const places = ["src/catalog/registers/", "src/catalog/printed/", "src/judge/registers/", "src/server/demo/registers/"];

/** Lines of indexes and lists that all registers share. */
const shared = new Set([
  "src/catalog/registers/index.ts",
  "src/catalog/printed/index.ts",
  "src/judge/registers/index.ts",
  "src/judge/registers/register-checks.ts",
  "src/judge/registers/scope-checks.ts",
  "src/server/demo/registers/index.ts",
]);

/** The registers that a file names: by their keys where these are asked for, and by their declarations. */
export function registersNamed(path: string, text: string, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => {
    const asked = new RegExp(
      `(?:[rR]egister|findSealed|isUsed|lastOf|rows|records|row|open)\\((?:lists, )?"${key}"|` +
        `(?:register|list):? (?:[!=]==? )?"${key}"|key [!=]== "${key}"|(?:confirmed|needs|asks): \\[[^\\]]*"${key}"|` +
        `/registers/${key}[/".\`?]|registers/${key}\\.ts|register = '${key}'|r\\.register = '${key}'`,
    );
    return path === `src/catalog/registers/${key}.ts` || asked.test(text);
  });
}

/** What one register costs: its files in the places of registers, and those elsewhere that name it alone. */
export interface RegisterFiles {
  readonly key: string;
  readonly own: readonly string[];
  readonly elsewhere: readonly string[];
}

/** The files of the product that are of one register, for each. Tests are left out: they may name what they test. */
export function filesOfRegisters(): readonly RegisterFiles[] {
  const keys = registers.map(({ key }) => key);
  const paths = globSync("{src,db/migrations}/**/*.{ts,tsx,sql}", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test\.tsx?$/.test(path) && !shared.has(path));
  const named = paths.map((path) => ({
    path,
    registers: registersNamed(path, readFileSync(join(root, path), "utf8"), keys),
  }));
  const isPlace = (path: string) => places.some((place) => path.startsWith(place));
  return keys.map((key) => {
    const alone = named.filter((file) => file.registers.length === 1 && file.registers[0] === key);
    const own = new Set([
      `src/catalog/registers/${key}.ts`,
      ...alone.filter(({ path }) => isPlace(path)).map(({ path }) => path),
    ]);
    return { key, own: [...own], elsewhere: alone.filter(({ path }) => !isPlace(path)).map(({ path }) => path) };
  });
}
