import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { threadBegan } from "../clock.ts";

/** What pages are made and told of by: rules, the library, the judge, whoever reads records, and the versions of what they are read with. */
const ROOMS = ["src/domain", "src/catalog", "src/judge", "src/server/registers", "src/server/db"];
const FILES = ["src/server/hmac.ts", "package.json"];

const root = path.resolve(import.meta.dirname, "../../..");

const filesIn = (room: string): readonly string[] =>
  readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

let print: string | undefined;

/**
 * SHA-256 over the code that has a say in what a page holds, hexadecimal: a page that other code made is made anew, whatever that changed.
 * Where a file was changed since this process began, as by an upgrade, nobody knows what runs here: the print is then nobody else's.
 */
export function codePrint(): string {
  print ??= printOf([...ROOMS.flatMap(filesIn), ...FILES].toSorted());
  return print;
}

function printOf(files: readonly string[]): string {
  const sum = createHash("sha256").update(process.version);
  for (const file of files) {
    const place = path.join(root, file);
    if (statSync(place).ctimeMs > threadBegan) sum.update(randomUUID());
    sum.update(`\n${file}\n`).update(readFileSync(place));
  }
  return sum.digest("hex");
}
