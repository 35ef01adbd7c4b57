import { readFileSync } from "node:fs";
import path from "node:path";

/** The version of this build, from package.json: `MAJOR.MINOR.PATCH`, with `-dev` between releases. */
export function productVersion(): string {
  const file = path.resolve(import.meta.dirname, "../../../package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
