import { verifyCommand } from "../bundle/verify-command.ts";
import { pathFromCaller } from "../config.ts";
import type { Command } from "./main.ts";

export const verify: Command = {
  name: "verify",
  usage: "verify FILE [--key VKEY]",
  does: "Verifies a bundle, as `node verify.mjs` inside it does. Exits with 0 when everything matches, else with 1, naming what differs.",
  run: (args, out) => {
    const isFile = (at: number) => args[at - 1] !== "--key" && !args[at]!.startsWith("--");
    return verifyCommand(
      args.map((arg, at) => (isFile(at) ? pathFromCaller(arg) : arg)),
      { out },
    );
  },
};
