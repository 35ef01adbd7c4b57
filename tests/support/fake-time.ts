import { chmodSync, cpSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { bundledBinaries } from "#server/db/postgres-binaries.ts";

/** What makes a process live at another time than the machine's (scripts/fake-time.ts), where this one does. */
export function fakeTime(): Readonly<Record<string, string>> {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC = "1", NO_FAKE_STAT = "1" } = process.env;
  return LD_PRELOAD && FAKETIME ? { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT } : {};
}

/**
 * PostgreSQL's programs as the tests have to start them: those in a folder, or the embedded ones. Where the tests live at
 * another time, so do these: whoever starts a database gives it an environment of its own, and two clocks in one test would
 * be no test of either.
 */
export function programsOfOurTime(
  binaries: string | undefined,
  time: Readonly<Record<string, string>> = fakeTime(),
): string | undefined {
  const settings = Object.entries(time);
  if (settings.length === 0) return binaries;
  // Whoever may run the database may be somebody else.
  const folder = mkdtempSync(join(tmpdir(), "exhibit-programs-"));
  chmodSync(folder, 0o755);
  let original = binaries;
  if (original === undefined) {
    const bundled = bundledBinaries();
    cpSync(dirname(bundled), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
    original = join(folder, "native", basename(bundled));
  }
  for (const name of readdirSync(original)) {
    const real = join(original, name);
    if (name !== "postgres" && name !== "initdb") {
      symlinkSync(real, join(folder, name));
      continue;
    }
    const lines = ["#!/bin/sh", ...settings.map(([key, value]) => `export ${key}='${value}'`), `exec '${real}' "$@"`];
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`, { mode: 0o755 });
  }
  return folder;
}
