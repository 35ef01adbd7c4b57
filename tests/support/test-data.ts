import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** The path of a file of `tests/data`, such as `reports/eslint.sarif`; fails where there is none, so that no test skips for it. */
export function testData(file: string): string {
  const path = join(import.meta.dirname, "../data", file);
  if (!existsSync(path)) throw new Error(`tests/data has no ${file}`);
  return path;
}

/** Its text, in UTF-8; of a file that ends in .gz what is packed in it. */
export function readTestText(file: string): string {
  const bytes = readFileSync(testData(file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
}

/** What its JSON holds. */
export function readTestJson<T>(file: string): T {
  return JSON.parse(readTestText(file)) as T;
}

/**
 * The folder in which some of these files are kept, where it lies beside the checkout; undefined elsewhere. Only
 * `scripts/test-data.test.ts` asks: it holds our copies against their originals.
 */
export function originals(): string | undefined {
  const folder = join(import.meta.dirname, "../../../shared");
  return existsSync(join(folder, "vendor-answers")) ? folder : undefined;
}
