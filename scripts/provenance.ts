import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./program.ts";

/** A thing that was made, or that something was made from, with its SHA-256 in hexadecimal. */
export interface Material {
  readonly name: string;
  readonly sha256: string;
}

/** What a release was made from, and when its commit was, in seconds since 1970. */
export interface ReleaseFacts {
  readonly version: string;
  /** The whole hash of the commit; undefined outside of git. */
  readonly commit: string | undefined;
  /** Whether files differ from that commit. */
  readonly changed: boolean;
  readonly seconds: number;
  readonly subjects: readonly Material[];
  readonly materials: readonly Material[];
}

/**
 * What a release was made from, as an in-toto statement with SLSA's provenance (v1). It holds nothing but what anybody can compute again
 * from the same commit, so that it is the same bytes; nobody signs it, and it says so.
 */
export function provenanceOf({ version, commit, changed, seconds, subjects, materials }: ReleaseFacts) {
  const listed = (all: readonly Material[]) =>
    all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: listed(subjects),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "npm run pack -- image",
        externalParameters: { version, sourceDateEpoch: seconds, uncommittedChanges: changed },
        resolvedDependencies: [
          ...(commit === undefined ? [] : [{ name: "source", digest: { gitCommit: commit } }]),
          ...listed(materials),
        ],
      },
      runDetails: { builder: { id: "unsigned: build it again from the same commit and compare" } },
    },
  };
}

/** What every release is made from: our lock file, the Node that comes along, and Debian's packages in the image. */
export function releaseMaterials(node: string): Material[] {
  const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
  const { packages } = JSON.parse(readFileSync(join(root, "deploy/image/base.json"), "utf8")) as {
    packages: readonly { readonly name: string; readonly sha256: string }[];
  };
  return [
    { name: "package-lock.json", sha256: sha256(join(root, "package-lock.json")) },
    { name: `node ${process.versions.node}`, sha256: sha256(node) },
    ...packages.map((debian) => ({ name: `debian ${debian.name}`, sha256: debian.sha256 })),
  ];
}

/** The commit that is checked out, and whether files differ from it. */
export async function releasedCommit(): Promise<Pick<ReleaseFacts, "commit" | "changed">> {
  const head = await run("git", ["rev-parse", "HEAD"]);
  if (head.code !== 0) return { commit: undefined, changed: false };
  const status = await run("git", ["status", "--porcelain", "--untracked-files=no"]);
  return { commit: head.output.trim(), changed: status.output.trim() !== "" };
}
