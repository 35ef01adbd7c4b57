import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./program.ts";
import { billOfMaterials, readLock, releasedPackages } from "./sbom.ts";

/** One file of a release, by its path in it. */
export interface ReleaseFile {
  readonly path: string;
  /** Bytes, or where they are, or what a symbolic link says. */
  readonly from: { readonly bytes: Buffer } | { readonly file: string } | { readonly link: string };
  readonly executable: boolean;
}

/** What runs: our own folders, and what is built from the rest. */
const OWN = ["src/server", "src/domain", "src/catalog", "src/contract", "src/connectors", "src/judge", "db", "build"];

/** What only those who develop read: tests, types of packages, maps, static libraries, headers, the page of the design. */
const LEFT_OUT =
  /\.(?:test|spec)\.tsx?$|\.d\.[mc]?ts$|\.map$|\.a$|\.md$|\.markdown$|\/pkgconfig\/|\/include\/|\.tsbuildinfo$|^build\/(?:design|release)|\.digest$/;

/**
 * Everything that a release for this machine's kind holds, ordered by path: Node, our code, what is built, and the packages that
 * production needs, without what only development needs. Needs `npm run build` before.
 * @throws where a package that a release needs, or what is built, is not there.
 */
export function releaseFiles(node: string): ReleaseFile[] {
  const lock = readLock();
  const packages = releasedPackages(lock).filter((path) => !lock[path]!.optional || isThere(path));
  const text = (path: string, content: string): ReleaseFile => ({
    path,
    from: { bytes: Buffer.from(content) },
    executable: false,
  });
  return [
    { path: "node/bin/node", from: { file: node }, executable: true },
    at("node/LICENSE", join(dirname(dirname(node)), "LICENSE")),
    ...["package.json", "CHANGELOG.md", "LICENSE"].filter(isThere).map((path) => at(path)),
    ...["exhibit", "exhibit.mjs"].map((name) => at(`bin/${name}`, join(root, "deploy/bin", name))),
    text("bill-of-materials.json", `${JSON.stringify(billOfMaterials(lock), undefined, 1)}\n`),
    ...OWN.flatMap((folder) => below(folder)),
    // A package's own packages stand in the list themselves.
    ...packages.flatMap((path) => below(path, "node_modules")),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The version that package.json names. */
export const releaseVersion = (): string =>
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;

function isThere(path: string): boolean {
  return lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
}

function at(path: string, file = join(root, path)): ReleaseFile {
  const status = lstatSync(file);
  if (status.isSymbolicLink()) return { path, from: { link: readlinkSync(file) }, executable: false };
  return { path, from: { file }, executable: (status.mode & 0o100) !== 0 };
}

function below(folder: string, except?: string): ReleaseFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === except || LEFT_OUT.test(path)) return [];
    return entry.isDirectory() ? below(path, except) : [at(path)];
  });
}
