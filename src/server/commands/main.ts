import { admin } from "./admin.ts";
import { backup } from "./backup.ts";
import { backupKey } from "./backup-key.ts";
import { backupTest } from "./backup-test.ts";
import { collect } from "./collect.ts";
import { forgetConnectionsKey } from "./forget-connections-key.ts";
import { ledger } from "./ledger.ts";
import { limit } from "./limit.ts";
import { plan } from "./plan.ts";
import { recover } from "./recover.ts";
import { requests } from "./requests.ts";
import { restore } from "./restore.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { scrub } from "./scrub.ts";
import { verify } from "./verify.ts";

/** What an operator can type after `npm run exhibit --`. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly does: string;
  /** Answers with the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 done and something is damaged. */
  run(args: readonly string[], out: (line: string) => void): Promise<number>;
}

const commands: readonly Command[] = [
  admin,
  plan,
  limit,
  collect,
  verify,
  backupKey,
  backup,
  backupTest,
  restore,
  recover,
  scrub,
  ledger,
  requests,
  rotateKeys,
  forgetConnectionsKey,
];

function help(): string {
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.map((command) => `  ${command.usage.padEnd(width)}  ${command.does}`);
  return ["npm run exhibit -- COMMAND", "", ...lines, "", "COMMAND --help tells more about one of them."].join("\n");
}

/** Runs one command; the exit code is its answer. */
async function main(args: readonly string[], out: (line: string) => void): Promise<number> {
  const [name, ...rest] = args;
  const command = commands.find((command) => command.name === name);
  if (!command) {
    out(name === undefined || name === "--help" ? help() : `There is no command "${name}".\n\n${help()}`);
    return name === "--help" ? 0 : 2;
  }
  if (rest.includes("--help")) {
    out(`npm run exhibit -- ${command.usage}\n\n${command.does}`);
    return 0;
  }
  try {
    return await command.run(rest, out);
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS")) throw error;
    out(`${(error as Error).message}\n\nnpm run exhibit -- ${command.usage}`);
    return 2;
  }
}

main(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`)).then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
