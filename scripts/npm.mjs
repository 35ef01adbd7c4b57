// Plain JavaScript for any Node from 20 on; see bootstrap.mjs.
import { spawn } from "node:child_process";
import { basename, delimiter, dirname } from "node:path";

/**
 * Runs npm quietly with `node`. Throws an error that ends with what npm printed when it fails. The npm that started
 * this process is preferred, because it is the one that is known to be there.
 */
export async function runNpm(node, args, cwd) {
  const own = process.env.npm_execpath;
  const command = own && basename(own) === "npm-cli.js" ? [node, own] : ["npm"];
  const [program, ...rest] = [...command, ...args, "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn(program, rest, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
  });
  // An install that outlives us would go on writing while the next one begins.
  const stop = (signal) => child.kill(signal);
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  for (const signal of signals) process.on(signal, stop);
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  for (const signal of signals) process.off(signal, stop);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${said.trim()}`);
}
