import { join } from "node:path";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { verifyCommand } from "../bundle/verify-command.ts";
import { pathFromCaller } from "../app/config.ts";
import type { Command } from "./main.ts";

export const verify: Command = {
  name: "verify",
  usage: "verify FILE [--key VKEY] [--since FILE]",
  does: "Verifies a bundle, as `node verify.mjs FILE` does, in its words and with its exit codes: 0 only for a whole bundle of the key that was given.",
  run: async (args, out) => {
    const judge = await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js"));
    // A checkpoint may be given as its text, which has several lines.
    const isFile = (at: number) => args[at - 1] !== "--key" && !args[at]!.startsWith("--") && !args[at]!.includes("\n");
    return await verifyCommand(
      args.map((arg, at) => (isFile(at) ? pathFromCaller(arg) : arg)),
      { out, own: judge && runOwnJudge(judge) },
    );
  },
};
