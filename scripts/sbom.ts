import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

// Prints a bill of materials, CycloneDX 1.6 (ECMA-424), of what package-lock.json pins: `node scripts/sbom.ts > sbom.cdx.json`.
// `--production` leaves out what only builds and tests. The same lock file gives the same bytes.

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, Locked>>;

const nameOf = (path: string, { name }: Locked) => name ?? path.slice(path.lastIndexOf("node_modules/") + 13);
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

/** The bill of materials of a lock file's packages; `production` leaves out what only builds and tests. */
export function billOfMaterials(lock: Lock, production: boolean) {
  const own = lock[""]! as Locked & { name: string; version: string };
  const kept = Object.entries(lock).filter(
    ([path, one]) => path !== "" && !one.link && one.version && !(production && (one.dev || one.devOptional)),
  );
  const refs = new Map(kept.map(([path, one]) => [path, `${purlOf(nameOf(path, one), one.version!)}#${path}`]));
  /** As Node looks for it: beside the package first, then outwards. */
  const resolve = (from: string, name: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
      const found = refs.get(`${at === "" ? "" : `${at}/`}node_modules/${name}`);
      if (found !== undefined || at === "") return found;
      if (!at.includes("/node_modules/")) at = "/node_modules/";
    }
  };
  const dependsOn = (path: string, { dependencies, optionalDependencies }: Locked) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map((name) => resolve(path, name))
      .filter((ref) => ref !== undefined)
      .toSorted();
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: own.name, version: own.version, "bom-ref": "exhibit" } },
    components: kept.map(([path, one]) => ({
      type: "library",
      "bom-ref": refs.get(path)!,
      name: nameOf(path, one),
      version: one.version!,
      purl: purlOf(nameOf(path, one), one.version!),
      scope: one.dev || one.devOptional ? "excluded" : one.optional ? "optional" : "required",
      ...(one.license ? { licenses: [licenseOf(one.license)] } : {}),
      ...(one.integrity ? { hashes: one.integrity.split(" ").map(hashOf) } : {}),
    })),
    dependencies: [
      { ref: "exhibit", dependsOn: dependsOn("", own) },
      ...kept.map(([path, one]) => ({ ref: refs.get(path)!, dependsOn: dependsOn(path, one) })),
    ],
  };
}

/** One identifier of SPDX, or an expression of them. */
const licenseOf = (text: string) => (/^[\w.+-]+$/.test(text) ? { license: { id: text } } : { expression: text });

/** Subresource integrity, base64, as CycloneDX has it, in hexadecimal. */
function hashOf(integrity: string) {
  const [algorithm, value] = integrity.split("-", 2) as [string, string];
  const alg = { sha1: "SHA-1", sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512" }[algorithm];
  if (alg === undefined) throw new Error(`${algorithm} is no algorithm of CycloneDX`);
  return { alg, content: Buffer.from(value, "base64").toString("hex") };
}

if (import.meta.main) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock };
  const bill = billOfMaterials(packages, process.argv.includes("--production"));
  process.stdout.write(`${JSON.stringify(bill, undefined, 1)}\n`);
}
