// The door of every npm script: brings a Node that can run this project and its packages, then runs the task.
// It runs on whatever Node a fresh clone meets (20 or newer), so it is plain JavaScript without dependencies.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./install.mjs";
import { runtimeNode } from "./runtime.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const tool = (path) => `node_modules/${path}`;
const vitest = `${tool("vitest/vitest.mjs")} run --maxWorkers=1 --project`;

/** What each task runs, one after the other, with the arguments it always has; what is typed goes to the last. */
const tasks = {
  start: ["scripts/build.ts", "src/server/app/main.ts"],
  dev: ["scripts/dev.ts"],
  test: ["scripts/test.ts"],
  long: ["scripts/build.ts", "scripts/long-proofs.ts"],
  build: ["scripts/build.ts"],
  check: ["scripts/check.ts"],
  bench: ["scripts/build.ts", "bench/main.ts"],
  exhibit: ["src/server/commands/main.ts"],
  sbom: ["scripts/sbom.ts"],
  pack: ["scripts/build.ts", "scripts/pack.ts"],
  mutation: ["tests/mutation/main.ts"],
  unit: [`${vitest} unit`],
  db: [`${vitest} db`],
  "end-to-end": ["scripts/build.ts", `${tool("@playwright/test/cli.js")} test`],
  lint: [`${tool("oxlint/bin/oxlint")} --type-aware`],
  format: [`${tool("oxfmt/bin/oxfmt")}`],
  types: ["scripts/check.ts types"],
  schema: ["scripts/schema.ts"],
  tables: ["scripts/tables.ts"],
  connector: ["scripts/new-connector.ts"],
  hashes: ["scripts/verifier-hashes.ts", "scripts/build.ts verifier verify-page"],
  pictures: ["scripts/build.ts", "scripts/pictures.ts", "scripts/readme-pictures.ts"],
  "measure-dev": ["scripts/measure-dev.ts"],
  isolation: [`${vitest} db tests/contracts/isolation.test.ts`],
};

/** Runs a program of this project to its end, passing signals on. Answers with its exit code. */
function run(node, line, args, env) {
  const [script, ...fixed] = line.split(" ");
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", join(root, script), ...fixed, ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...env,
      // Programs that call `node` by name get this one too.
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
    },
  });
  const stopListening = passSignals(child);
  const watch = endWithNpm(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      stopListening();
      clearInterval(watch);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/**
 * Passes each kind of signal on; the same again after a second means "at once". npm and terminals like to deliver
 * one signal twice, and a terminal's Ctrl-C has reached the child already.
 */
function passSignals(child) {
  let first = 0;
  const pass = (signal) => {
    if (first === 0) {
      first = Date.now();
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    } else if (Date.now() - first > 1000) {
      child.kill("SIGKILL");
    }
  };
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/** npm cannot pass on a kill -9: whoever gave it meant us all, and would find the port still taken otherwise. */
function endWithNpm(child) {
  const parent = process.ppid;
  const orphaned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
  return setInterval(() => orphaned() && child.kill("SIGKILL"), 100);
}

async function main([name, ...args]) {
  const lines = Object.hasOwn(tasks, name ?? "") ? tasks[name] : undefined;
  if (!lines) throw new Error(`Usage: node scripts/bootstrap.mjs ${Object.keys(tasks).join(" | ")} [arguments]`);
  const node = await runtimeNode(root);
  const steps = lines.map((line, index) => [line, index === lines.length - 1 ? args : []]);
  if (!isInstalled(root)) steps.unshift(["scripts/install.mjs", []]);
  for (const [line, given] of steps) {
    const code = await run(node, line, given, name === "isolation" ? { UPDATE_MANIFEST: "1" } : {});
    if (code !== 0) return code;
  }
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
