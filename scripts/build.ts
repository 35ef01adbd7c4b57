import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitForLock } from "#server/kernel-lock.ts";
import { packFiles } from "./pack-files.ts";
import { root, runNode, runTool } from "./program.ts";
import type { Ended } from "./program.ts";

/** Something that is made from source files and kept until one of them changes. */
interface Product {
  readonly name: string;
  /** Globs; tests never change a product. */
  readonly inputs: readonly string[];
  /** Made when the last run succeeded. */
  readonly output: string;
  make(): Promise<Ended>;
}

const all: readonly Product[] = [
  {
    name: "web",
    inputs: [
      "src/{web,contract,catalog,domain}/**",
      "{vite,react-router}.config.ts",
      "scripts/{circles,describe-commands,describe-procedures,workspace-build,pack-files}.ts",
      "tsconfig.{base,web}.json",
      "package-lock.json",
    ],
    output: "build/client",
    make: async () => {
      // The pages' own folders alone: an older process may read the verifiers beside them for an export.
      for (const folder of ["client", "server"]) rmSync(join(root, "build", folder), { force: true, recursive: true });
      const ended = await runTool("@react-router/dev", "react-router", ["build"]);
      if (ended.code !== 0) return ended;
      // The router's own shell for addresses that are no files: the workspace has a page.
      rmSync(join(root, "build/client/__spa-fallback.html"), { force: true });
      const workspace = await runNode("scripts/workspace-build.ts");
      if (workspace.code === 0) await packFiles(join(root, "build/client"));
      return workspace;
    },
  },
  {
    name: "judge",
    inputs: ["src/{domain,catalog,connectors,judge}/**", "scripts/build-judge.ts", "package.json", "package-lock.json"],
    output: "build/judge.js",
    make: () => runNode("scripts/build-judge.ts"),
  },
  {
    name: "verifier",
    inputs: [
      "src/{domain,catalog,connectors,judge}/**",
      "src/server/bundle/**",
      "src/server/ledger/node-cryptography.ts",
      "scripts/{build-verifier,build-judge,judge-footer}.ts",
      "package.json",
      "package-lock.json",
    ],
    output: "build/verify.mjs",
    make: () => runNode("scripts/build-verifier.ts"),
  },
  {
    name: "verify-page",
    inputs: [
      "src/{domain,catalog,connectors,judge}/**",
      "src/web/verification/**",
      "scripts/{build-verify-page,build-judge,judge-footer}.ts",
      "package.json",
      "package-lock.json",
    ],
    output: "build/verify.html",
    make: () => runNode("scripts/build-verify-page.ts"),
  },
  {
    name: "design-page",
    inputs: [
      "src/web/{design,design-page}/**",
      "src/contract/**",
      "scripts/build-design-page.ts",
      "tsconfig.{base,web}.json",
      "package-lock.json",
    ],
    output: "build/design/index.html",
    make: () => runNode("scripts/build-design-page.ts"),
  },
];

/** All of them, or those that were asked for: `node scripts/build.ts verifier`. */
const asked = process.argv.slice(2);
const products = all.filter(({ name }) => asked.length === 0 || asked.includes(name));

/** A digest of every input's path and content: unlike times, it is the same after a checkout or a copy. */
function digestOf({ inputs }: Product): string {
  const files = globSync(inputs, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !/\.test\.tsx?$/.test(path));
  const digest = createHash("sha256");
  for (const path of paths.toSorted()) {
    const content = readFileSync(path);
    digest.update(`${path.slice(root.length)} ${content.length}\n`).update(content);
  }
  return digest.digest("hex");
}

const stampOf = ({ name }: Product) => join(root, "build", `${name}.digest`);

function isFresh(product: Product, digest: string): boolean {
  const stamp = stampOf(product);
  return existsSync(join(root, product.output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
}

async function build(product: Product, digest: string): Promise<void> {
  const begun = performance.now();
  // An interrupted build must not pass for the one before it.
  rmSync(stampOf(product), { force: true });
  const { code, output } = await product.make();
  if (code !== 0 || !existsSync(join(root, product.output))) {
    throw new Error(`Building ${product.output} failed:\n${output.trim()}`);
  }
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampOf(product), digest);
  process.stderr.write(`Built ${product.output} in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
}

/** Builds what is stale, one after the other. */
async function buildStale(): Promise<void> {
  for (const product of products) {
    const digest = digestOf(product);
    if (!isFresh(product, digest)) await build(product, digest);
  }
}

if (!products.every((product) => isFresh(product, digestOf(product)))) {
  mkdirSync(join(root, ".runtime"), { recursive: true });
  const lock = await waitForLock(join(root, ".runtime", "build.lock"), 10 * 60_000);
  try {
    await buildStale();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    lock.release();
  }
}
