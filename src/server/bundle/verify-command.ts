import { existsSync, realpathSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import type { BundleReport } from "#domain/bundle/bundle-report.ts";
import { releasedJudges } from "#domain/bundle/released-judges.gen.ts";
import { printReport } from "#domain/bundle/print-report.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import type { Reperforming, VerifyOptions } from "#domain/bundle/verify-bundle.ts";
import { zipSource } from "#domain/bundle/zip-source.ts";
import { verdictOf } from "#domain/bundle/verdict.ts";
import type { OwnJudge } from "#domain/judge/judges.ts";
import { embeddedJudge } from "#domain/judge/own-judge.ts";
import { parseVkey } from "#domain/ledger/signed-note.ts";
import { fileReader, folderSource, nodeZip } from "../zip/bundle-sources.ts";
import { isJudgeThread, nodeJudge, serveJudge } from "./judge-thread.ts";
import { gunzip } from "../zip/gunzip.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

const USAGE = `Usage: node verify.mjs BUNDLE.zip [--key VKEY] [--since FILE]

Verifies an evidence bundle, a ZIP or a folder it was unpacked into, without a network.
  --key VKEY     the ledger's key as you were given it by another route than the bundle; without it nobody is shown to
                 have issued the bundle
  --since FILE   a signed checkpoint of an earlier day that you have kept, or its text; the ledger must continue it

It ends with one of these lines and exit codes:
  0  VERIFIED
  1  REFUSED, or NOT SHOWN to continue: something was changed, or the ledger is not shown to continue the earlier one
  2  This is not an Exhibit bundle; also when this could not be asked
  3  CONSISTENT. The issuer was not checked: give --key
  4  EXPIRED, with the day

Take this program from the issuer's own site or from a copy that you keep, never from the bundle that you doubt.`;

/** What was asked cannot be done; the message is for the person who asked. */
class WrongUsage extends Error {}

/**
 * The verifier's command line, the same in verify.mjs and in the product. Writes the report to `out`, line by line, and
 * answers with the verdict's exit code, or with 2 where nothing could be verified.
 */
export async function verifyCommand(
  argv: readonly string[],
  { out, own = embeddedJudge() }: { readonly out: (line: string) => void; readonly own?: OwnJudge | undefined },
): Promise<number> {
  const sandbox = nodeJudge(new URL(import.meta.url));
  try {
    const { target, options, isHelp } = await readArguments(argv);
    if (isHelp) {
      out(USAGE);
      return 0;
    }
    const report = await verifyAt(target, {
      ...options,
      judges: { own, released: releasedJudges, run: sandbox, gunzip },
    });
    for (const line of printReport(report)) out(line);
    return verdictOf(report).exitCode;
  } catch (error) {
    const isUnreadable = error instanceof Error && "syscall" in error;
    if (!(error instanceof WrongUsage) && !isUnreadable) throw error;
    out(isUnreadable ? `This cannot be read: ${error.message}` : error.message);
    return 2;
  } finally {
    sandbox.close();
  }
}

interface Asked {
  readonly target: string;
  readonly options: VerifyOptions;
  readonly isHelp: boolean;
}

async function readArguments(argv: readonly string[]): Promise<Asked> {
  const { values, positionals } = parse(argv);
  const [target, ...more] = positionals;
  if (values.help) return { target: "", options: {}, isHelp: true };
  if (target === undefined || more.length > 0) throw new WrongUsage(USAGE);
  const key = values.key?.trim();
  if (key !== undefined && !parseVkey(nodeCryptography.sha256, key)) {
    throw new WrongUsage(
      "What follows --key is not a verification key, or not a whole one: it has the form name+id+key.",
    );
  }
  const since = values.since === undefined ? undefined : await readSince(values.since);
  return { target, options: { key, since }, isHelp: false };
}

/** A checkpoint's text, or the name of a file that holds it: no file's name has several lines. */
async function readSince(since: string): Promise<string> {
  return since.includes("\n") ? since : await readFile(since, "utf8");
}

function parse(argv: readonly string[]) {
  try {
    const options = {
      key: { type: "string" },
      since: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** Verifies what lies at a path: a folder, or a ZIP. */
async function verifyAt(target: string, options: VerifyOptions & Reperforming): Promise<BundleReport> {
  const kind = await stat(target);
  if (kind.isDirectory()) return await verifyBundle(folderSource(target), nodeCryptography, options);
  const handle = await open(target);
  try {
    const { size } = await handle.stat();
    return await verifyBundle(await zipSource(fileReader(handle), size, nodeZip), nodeCryptography, options);
  } finally {
    await handle.close();
  }
}

function isMain(): boolean {
  const [, script] = process.argv;
  return script !== undefined && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url);
}

if (isJudgeThread()) serveJudge();
else if (isMain()) {
  // What is young dies young here: with room to wait for that, a large bundle would take half as much memory again.
  setFlagsFromString("--semi-space-growth-factor=1");
  // Whoever reads may stop reading; the exit code still holds the answer.
  process.stdout.on("error", () => {});
  const out = (line: string) => void process.stdout.write(`${line}\n`);
  process.exitCode = await verifyCommand(process.argv.slice(2), { out });
}
