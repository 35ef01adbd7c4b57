import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, lstatSync } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import type { ReleaseFile } from "./release-files.ts";

/** What an archive is known by: of its bytes, and of what they hold before they are compressed. */
export interface Archived {
  readonly sha256: string;
  readonly bytes: number;
  readonly unpackedSha256: string;
  readonly unpackedBytes: number;
}

/** A folder that holds nothing yet: where others write, or something is mounted. */
export interface EmptyFolder {
  readonly path: string;
  readonly mode: number;
}

/**
 * Writes `files` as a gzipped tar below `prefix`, the same bytes for the same files: nobody's ids, one time (of the release, in
 * seconds since 1970), two modes. Folders are written before what is in them.
 */
export async function writeArchive(
  target: string,
  prefix: string,
  files: readonly ReleaseFile[],
  seconds: number,
  empty: readonly EmptyFolder[] = [],
): Promise<Archived> {
  const tar = pack();
  const mtime = new Date(seconds * 1000);
  const unpacked = counted();
  const packed = counted();
  const written = pipeline(
    tar as unknown as Readable,
    unpacked.stream,
    createGzip({ level: 9 }),
    packed.stream,
    createWriteStream(target),
  );
  let unpackedBytes = 0;
  const feed = async () => {
    for (const { path, mode } of empty) tar.entry({ name: `${path}/`, type: "directory", mode, mtime });
    for (const folder of foldersOf(prefix, files))
      tar.entry({ name: `${folder}/`, type: "directory", mode: 0o755, mtime });
    for (const { path, from, executable } of files) {
      const header = { name: `${prefix}/${path}`, mode: executable ? 0o755 : 0o644, mtime, uid: 0, gid: 0 };
      if ("link" in from) tar.entry({ ...header, type: "symlink", linkname: from.link });
      else {
        const size = "bytes" in from ? from.bytes.length : lstatSync(from.file).size;
        unpackedBytes += size;
        const source = "bytes" in from ? Readable.from([from.bytes]) : createReadStream(from.file);
        await pipeline(source, tar.entry({ ...header, size }));
      }
    }
    tar.finalize();
  };
  await Promise.all([written, feed()]);
  return { ...packed.told(), unpackedSha256: unpacked.told().sha256, unpackedBytes };
}

/** Every folder that holds a file, above before below. */
function foldersOf(prefix: string, files: readonly ReleaseFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    const parts = `${prefix}/${path}`.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) folders.add(parts.slice(0, depth).join("/"));
  }
  return [...folders].toSorted();
}

function counted() {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(undefined, chunk);
    },
  });
  return { stream, told: () => ({ sha256: hash.copy().digest("hex"), bytes }) };
}
