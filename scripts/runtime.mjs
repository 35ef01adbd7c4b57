// Plain JavaScript for any Node from 20 on; see bootstrap.mjs.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";

/** The Node that is installed when the machine's own is too old. */
const VERSION = "24.21.0";

/** The first that has all we use: it runs TypeScript files as they are, and its crypto knows Argon2. */
const OLDEST = [24, 7];

/**
 * The Node to run this project with: the one at hand when it is new enough, else npm's package `node` in `.runtime`,
 * installed there on first use. Throws when npm cannot bring it.
 */
export async function runtimeNode(root) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  const home = join(root, ".runtime");
  if (installedVersion(home) !== VERSION) await install(home);
  return join(home, "node_modules", "node", "bin", "node");
}

function installedVersion(home) {
  try {
    return JSON.parse(readFileSync(join(home, "node_modules", "node", "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

/**
 * Installs into a folder of this process and moves it into place: an interrupted install leaves nothing that looks
 * finished, and of two processes that install at once the second finds the first one's result as good.
 */
async function install(home) {
  process.stderr.write(`Installing Node ${VERSION} into .runtime; this machine's is ${process.versions.node}.\n`);
  const draft = join(home, `installing-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    // npm asks which packages may run their install scripts; this one's fetches the binary.
    writeFileSync(join(draft, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
    const args = ["install", "--prefix", draft, "--no-save", "--ignore-scripts=false", `node@${VERSION}`];
    await runNpm(process.execPath, args, draft);
    replace(join(home, "node_modules"), join(draft, "node_modules"), home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  removeAbandoned(home);
}

function replace(place, fresh, home) {
  const old = join(home, `replaced-${process.pid}`);
  try {
    renameSync(place, old);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  try {
    renameSync(fresh, place);
  } catch (error) {
    if (installedVersion(home) !== VERSION) throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

/** Clears what killed installs have left. */
function removeAbandoned(home) {
  for (const name of readdirSync(home)) {
    const pid = /^(?:installing|replaced)-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
