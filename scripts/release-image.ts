import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, readdir, readlink, lstat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./program.ts";
import { writeArchive } from "./release-archive.ts";
import type { Archived, EmptyFolder } from "./release-archive.ts";
import type { ReleaseFile } from "./release-files.ts";

/** A package of Debian in the image's base, as deploy/image/base.json pins it. */
interface BasePackage {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}

interface Base {
  readonly debian: string;
  /** Below the mirror's `pool`. */
  readonly packages: readonly BasePackage[];
}

/** Where Debian's packages are asked for, one after the other: a mirror forgets what a newer version replaced, the archive does not. */
const MIRRORS = [
  process.env.DEBIAN_MIRROR ?? "https://deb.debian.org/debian",
  "https://snapshot.debian.org/archive/debian/20261101T000000Z",
];

/** Whom the image runs as where nobody says; every other id works, too. */
const USER = "65532:65532";

/** What is mounted, or written by whichever id the image runs as. */
const FOLDERS: readonly EmptyFolder[] = [
  { path: "dev", mode: 0o755 },
  { path: "proc", mode: 0o555 },
  { path: "sys", mode: 0o555 },
  { path: "tmp", mode: 0o1777 },
  { path: "data", mode: 0o1777 },
];

/**
 * Writes an OCI image layout (image-spec 1.1) into `folder`: a base of a few Debian packages, each pinned by its SHA-256, and the
 * release in /opt/exhibit. Answers with the digest of its manifest, by which it is pulled. Needs `dpkg-deb`.
 * @throws where a package is not to be had, or has other bytes than were pinned.
 */
export async function writeImage(
  folder: string,
  files: readonly ReleaseFile[],
  version: string,
  seconds: number,
): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "exhibit-image-"));
  try {
    const layers = [
      await layer(folder, work, ".", await baseFiles(work), seconds, FOLDERS),
      await layer(folder, work, "opt/exhibit", files, seconds),
    ];
    const created = new Date(seconds * 1000).toISOString();
    const config = blob(folder, {
      created,
      architecture: "amd64",
      os: "linux",
      config: {
        User: USER,
        ExposedPorts: { "3000/tcp": {} },
        Env: ["PATH=/opt/exhibit/bin:/usr/bin:/bin", "HOST=0.0.0.0", "DATA_DIR=/data", "NODE_ENV=production"],
        Entrypoint: [
          "/opt/exhibit/node/bin/node",
          "--disable-warning=ExperimentalWarning",
          "/opt/exhibit/bin/exhibit.mjs",
        ],
        Volumes: { "/data": {} },
        WorkingDir: "/opt/exhibit",
        StopSignal: "SIGTERM",
        Labels: { "org.opencontainers.image.title": "Exhibit", "org.opencontainers.image.version": version },
      },
      rootfs: { type: "layers", diff_ids: layers.map(({ unpackedSha256 }) => `sha256:${unpackedSha256}`) },
      history: ["Debian packages", "Exhibit"].map((created_by) => ({ created, created_by })),
    });
    const manifest = blob(folder, {
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config: { mediaType: "application/vnd.oci.image.config.v1+json", ...config },
      layers: layers.map(({ sha256, bytes }) => ({
        mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
        digest: `sha256:${sha256}`,
        size: bytes,
      })),
    });
    const index = {
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.index.v1+json",
      manifests: [
        {
          mediaType: "application/vnd.oci.image.manifest.v1+json",
          ...manifest,
          platform: { architecture: "amd64", os: "linux" },
          annotations: { "org.opencontainers.image.ref.name": version },
        },
      ],
    };
    writeFileSync(join(folder, "index.json"), JSON.stringify(index));
    writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
    return manifest.digest;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function layer(
  folder: string,
  work: string,
  prefix: string,
  files: readonly ReleaseFile[],
  seconds: number,
  empty: readonly EmptyFolder[] = [],
): Promise<Archived> {
  const draft = join(work, "layer.tar.gz");
  const archived = await writeArchive(draft, prefix, files, seconds, empty);
  await copyFile(draft, join(folder, "blobs/sha256", archived.sha256));
  return archived;
}

function blob(folder: string, content: unknown): { readonly digest: string; readonly size: number } {
  const bytes = Buffer.from(JSON.stringify(content));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(join(folder, "blobs/sha256", sha256), bytes);
  return { digest: `sha256:${sha256}`, size: bytes.length };
}

/** Unpacks the base's packages into one tree, without documentation, and lists it. */
async function baseFiles(work: string): Promise<ReleaseFile[]> {
  const tree = join(work, "base");
  mkdirSync(tree);
  const { packages } = JSON.parse(readFileSync(join(root, "deploy/image/base.json"), "utf8")) as Base;
  for (const wanted of packages) {
    const file = join(work, "package.deb");
    writeFileSync(file, await debianPackage(wanted));
    const { code, output } = await run("dpkg-deb", ["-x", file, tree]);
    if (code !== 0) throw new Error(`dpkg-deb cannot unpack ${wanted.name}: ${output}`);
  }
  return (await listed(tree, "")).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function debianPackage({ name, file, sha256 }: BasePackage): Promise<Buffer> {
  const failures: string[] = [];
  for (const mirror of MIRRORS) {
    try {
      const answer = await fetch(`${mirror}/pool/${file}`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (createHash("sha256").update(bytes).digest("hex") !== sha256)
        throw new Error("its bytes are others than were pinned");
      return bytes;
    } catch (error) {
      failures.push(`${mirror}: ${(error as Error).message}`);
    }
  }
  throw new Error(`Debian's package ${name} is not to be had: ${failures.join("; ")}`);
}

async function listed(tree: string, below: string): Promise<ReleaseFile[]> {
  const found: ReleaseFile[] = [];
  for (const name of await readdir(join(tree, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (path === "usr/share/doc" || path === "usr/share/man" || path === "usr/share/locale") continue;
    const status = await lstat(join(tree, path));
    if (status.isDirectory()) found.push(...(await listed(tree, path)));
    else if (status.isSymbolicLink())
      found.push({ path, from: { link: await readlink(join(tree, path)) }, executable: false });
    else found.push({ path, from: { file: join(tree, path) }, executable: (status.mode & 0o100) !== 0 });
  }
  return found;
}
