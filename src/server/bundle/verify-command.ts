import { existsSync, realpathSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BundleReport } from "#domain/bundle/bundle-report.ts";
import { printReport } from "#domain/bundle/print-report.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import type { VerifyOptions } from "#domain/bundle/verify-bundle.ts";
import { zipSource } from "#domain/bundle/zip-source.ts";
import { parseVkey } from "#domain/ledger/signed-note.ts";
import { fileReader, folderSource, nodeSums } from "./bundle-sources.ts";
import { nodeCryptography } from "./node-cryptography.ts";

const USAGE = `Usage: node verify.mjs [BUNDLE.zip or folder] [--key VKEY] [--since FILE]

Verifies an evidence bundle, without a network. Without a bundle, the folder that verify.mjs lies in.
  --key VKEY     the ledger's key as you were given it by another route; the bundle must be signed with it
  --since FILE   a checkpoint of an earlier day that you have kept; the ledger must continue it
Exit code: 0 when everything matches, 1 when anything differs, 2 when this could not be asked.`;

/** What was asked cannot be done; the message is for the person who asked. */
class WrongUsage extends Error {}

/**
 * The verifier's command line, the same in a bundle and in the product. Writes the report to `out`, line by line, and
 * answers with the exit code. `here` is verified when the arguments name no bundle.
 */
export async function verifyCommand(
  argv: readonly string[],
  { out, here }: { readonly out: (line: string) => void; readonly here?: string },
): Promise<number> {
  try {
    const { target, options, isHelp } = await readArguments(argv, here);
    if (isHelp) {
      out(USAGE);
      return 0;
    }
    const report = await verifyAt(target, options);
    for (const line of printReport(report, options.key !== undefined)) out(line);
    return report.problems.length === 0 ? 0 : 1;
  } catch (error) {
    const isUnreadable = error instanceof Error && "syscall" in error;
    if (!(error instanceof WrongUsage) && !isUnreadable) throw error;
    out(isUnreadable ? `This cannot be read: ${error.message}` : error.message);
    return 2;
  }
}

interface Asked {
  readonly target: string;
  readonly options: VerifyOptions;
  readonly isHelp: boolean;
}

async function readArguments(argv: readonly string[], here: string | undefined): Promise<Asked> {
  const { values, positionals } = parse(argv);
  const [target = here, ...more] = positionals;
  if (values.help) return { target: "", options: {}, isHelp: true };
  if (target === undefined || more.length > 0) throw new WrongUsage(USAGE);
  const { key } = values;
  if (key !== undefined && !parseVkey(nodeCryptography.sha256, key)) {
    throw new WrongUsage("What follows --key is not a verification key: it has the form name+id+key.");
  }
  const since = values.since === undefined ? undefined : await readFile(values.since, "utf8");
  return { target, options: { key, since }, isHelp: false };
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
async function verifyAt(target: string, options: VerifyOptions): Promise<BundleReport> {
  const kind = await stat(target);
  if (kind.isDirectory()) return await verifyBundle(folderSource(target), nodeCryptography, options);
  const handle = await open(target);
  try {
    const { size } = await handle.stat();
    return await verifyBundle(await zipSource(fileReader(handle), size, nodeSums), nodeCryptography, options);
  } finally {
    await handle.close();
  }
}

function isMain(): boolean {
  const [, script] = process.argv;
  return script !== undefined && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url);
}

if (isMain()) {
  const here = fileURLToPath(new URL(".", import.meta.url));
  // Whoever reads may stop reading; the exit code still holds the answer.
  process.stdout.on("error", () => {});
  const out = (line: string) => void process.stdout.write(`${line}\n`);
  process.exitCode = await verifyCommand(process.argv.slice(2), { out, here });
}
