// Installs the packages of package-lock.json. Plain JavaScript, because bootstrap.mjs asks `isInstalled` on any Node
// from 20 on; run as a program it needs the project's own.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runNpm } from "./npm.mjs";

const stampFile = (root) => join(root, "node_modules", ".exhibit-installed");

function lockDigest(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** Whether node_modules holds exactly what package-lock.json asks for. Takes about 2 ms once a stamp is there. */
export function isInstalled(root) {
  const digest = lockDigest(root);
  try {
    if (readFileSync(stampFile(root), "utf8") === digest) return true;
  } catch {
    // No stamp yet: someone may have run `npm ci` themselves.
  }
  if (!installedByHand(root)) return false;
  writeFileSync(stampFile(root), digest);
  return true;
}

/** npm's last act is to list in node_modules what it has put there. */
function installedByHand(root) {
  let present;
  try {
    present = JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
  } catch {
    return false;
  }
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const [platform, cpu] = [process.platform, process.arch];
  return Object.entries(wanted).every(([path, { version, optional, os = [platform], cpu: cpus = [cpu] }]) => {
    if (path === "" || present[path]?.version === version) return true;
    // What is made for other machines is left out here; what is optional may have failed to install.
    return !present[path] && (optional || !os.includes(platform) || !cpus.includes(cpu));
  });
}

async function main(root) {
  const { waitForLock } = await import("../src/server/kernel-lock.ts");
  mkdirSync(join(root, ".runtime"), { recursive: true });
  const lock = await waitForLock(join(root, ".runtime", "install.lock"), 15 * 60_000);
  try {
    if (isInstalled(root)) return;
    process.stderr.write("Installing the packages of package-lock.json.\n");
    // With NODE_ENV=production npm would leave out what the build needs.
    await runNpm(process.execPath, ["ci", "--include=dev", "--include=optional"], root);
    writeFileSync(stampFile(root), lockDigest(root));
  } finally {
    lock.release();
  }
}

// Undefined, and so no, on an old Node.
if (import.meta.main) {
  main(dirname(import.meta.dirname)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
