import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

// Prints what a release is made of, as CycloneDX 1.6 (ECMA-424): `npm run --silent sbom`. The same lock file gives the same
// bytes. npm's own `npm sbom` (11.19) leaves out packages that a release needs, `@aws-sdk/core` for one, and refuses the whole tree.

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly optional?: boolean;
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export type Lock = Readonly<Record<string, Locked>>;

const FOLDER = "node_modules/";
/** What the bill calls ourselves. */
const OWN = "exhibit";

/** The package that `name` means to the one at `from`, as Node finds it: beside it first, then outwards. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(FOLDER) - 1))) {
    const path = `${at === "" ? "" : `${at}/`}${FOLDER}${name}`;
    if (lock[path]) return path;
    if (at === "") return undefined;
  }
}

/** Places of everything that the package at `path` needs, or can use where it is there. */
function needsOf(lock: Lock, path: string): string[] {
  const { dependencies, optionalDependencies } = lock[path]!;
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .map((name) => resolve(lock, path, name))
    .filter((found) => found !== undefined)
    .toSorted();
}

/** What runs in a release: all that `dependencies` of the root leads to, by its place in `node_modules`. */
export function releasedPackages(lock: Lock): string[] {
  const found = new Set<string>();
  const waiting = needsOf(lock, "");
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    waiting.push(...needsOf(lock, path));
  }
  return [...found].toSorted();
}

/** The bill of materials of a release. */
export function billOfMaterials(lock: Lock) {
  const own = lock[""]!;
  const packages = releasedPackages(lock);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: own.name, version: own.version, "bom-ref": OWN } },
    components: packages.map((path) => componentAt(path, lock[path]!)),
    dependencies: ["", ...packages].map((path) => ({ ref: path || OWN, dependsOn: needsOf(lock, path) })),
  };
}

function componentAt(path: string, { name, version, license, optional, integrity }: Locked) {
  const called = name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  return {
    type: "library",
    "bom-ref": path,
    name: called,
    version,
    purl: `pkg:npm/${called.replace("@", "%40")}@${version}`,
    scope: optional ? "optional" : "required",
    // One identifier of SPDX, or an expression of them.
    ...(license && { licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }),
    ...(integrity && { hashes: integrity.split(" ").map(hashOf) }),
  };
}

const algorithms: Readonly<Record<string, string>> = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" };

/** Subresource integrity is in base64, CycloneDX in hexadecimal. */
function hashOf(integrity: string) {
  const [algorithm = "", value = ""] = integrity.split("-", 2);
  const alg = algorithms[algorithm];
  if (alg === undefined) throw new Error(`${algorithm} is no algorithm that packages are pinned by`);
  return { alg, content: Buffer.from(value, "base64").toString("hex") };
}

/** The packages of package-lock.json. */
export function readLock(): Lock {
  return (JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock }).packages;
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(billOfMaterials(readLock()), undefined, 1)}\n`);
