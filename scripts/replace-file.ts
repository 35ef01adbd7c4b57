import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Puts `content` in the place of `file`, making its folder where there is none. Whoever reads meanwhile gets the whole of the
 * old file or the whole of the new one: it is written beside and renamed.
 */
export function replaceFile(file: string, content: string): void {
  const beside = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(beside, content);
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}
