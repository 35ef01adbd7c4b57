import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeDataDir } from "../data-dir.ts";
import type { Secrets } from "./secrets.ts";

const LENGTH = 32;

/** The 32 bytes that `text` holds in base64, or undefined when it is anything else. */
export function parseSecretKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, "base64");
  // Buffer ignores what is not base64, so only a text that it gives back unchanged was one.
  const faithful = key.toString("base64").replace(/(?<!=)=+$/, "") === trimmed.replace(/(?<!=)=+$/, "");
  return faithful && key.length === LENGTH ? key : undefined;
}

/**
 * A key of the installation from a file in `dataDir`, secret.key unless another is named, written there with mode 0600 the first time. Processes that
 * start together agree on one key. Throws when the file holds something else, rather than replacing a key that
 * evidence may be encrypted with.
 */
export function secretKeyIn(dataDir: string, name = "secret.key"): Buffer {
  const file = join(dataDir, name);
  const kept = readIfThere(file) ?? createOnce(dataDir, file);
  const key = parseSecretKey(kept);
  if (!key) throw new Error(`${file} does not hold a key of 32 bytes in base64. Restore it from a backup.`);
  return key;
}

/** The generated key while another takes its place: the vault is wrapped with it first, and then it is renamed. */
const NEXT = "secret.key.next";
const PREVIOUS = "secret.key.previous";

/**
 * The generated SECRET_KEY of `dataDir` and those before it, newest first. Where another was begun to take its place, that
 * one is the current. Throws when a file holds something else.
 */
export function secretsIn(dataDir: string): Secrets {
  const kept = secretKeyIn(dataDir);
  const before = (readIfThere(join(dataDir, PREVIOUS)) ?? "").split("\n").filter((line) => line !== "");
  const previous = before.map((line) => parseSecretKey(line)).filter((key) => key !== undefined);
  previous.reverse();
  if (readIfThere(join(dataDir, NEXT)) === undefined) return { current: kept, previous };
  return { current: secretKeyIn(dataDir, NEXT), previous: [kept, ...previous] };
}

/** Begins to turn the generated key over: from now on {@link secretsIn} answers with a new one beside the old. */
export function beginNextSecret(dataDir: string): void {
  secretKeyIn(dataDir, NEXT);
}

/** Ends it, once the vault is wrapped with the new one. Does nothing when none was begun. */
export function settleNextSecret(dataDir: string): void {
  const file = join(dataDir, "secret.key");
  if (readIfThere(join(dataDir, NEXT)) === undefined) return;
  const kept = readFileSync(file, "utf8").trim();
  const before = readIfThere(join(dataDir, PREVIOUS)) ?? "";
  if (!before.includes(kept)) {
    const draft = join(dataDir, `${PREVIOUS}.${process.pid}`);
    rmSync(draft, { force: true });
    writeDurably(draft, `${before}${kept}\n`);
    renameSync(draft, join(dataDir, PREVIOUS));
  }
  renameSync(join(dataDir, NEXT), file);
  flush(dataDir);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function createOnce(dataDir: string, file: string): string {
  makeDataDir(dataDir);
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  writeDurably(draft, `${randomBytes(LENGTH).toString("base64")}\n`);
  try {
    // A link appears whole or not at all, and never over a key that another process has written meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  flush(dataDir);
  return readFileSync(file, "utf8");
}

function writeDurably(file: string, content: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A new name is durable once its folder is flushed too. */
function flush(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
