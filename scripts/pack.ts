import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./program.ts";
import { writeArchive } from "./release-archive.ts";
import { releaseFiles, releaseVersion } from "./release-files.ts";
import { writeImage } from "./release-image.ts";

// Makes what one installs: `npm run pack` a tarball, `npm run pack -- image` an OCI image, too. Both are the same bytes for the same
// commit, and stand in build/release with their SHA-256.
const target = join(root, "build/release");
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** When the release was made, in seconds: SOURCE_DATE_EPOCH (reproducible-builds.org), else when its commit was. */
async function releasedAt(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  const { code, output } = await run("git", ["log", "-1", "--format=%ct"]);
  if (code !== 0)
    throw new Error("Outside of git, say when this is released: SOURCE_DATE_EPOCH, in seconds since 1970.");
  return Number(output);
}

mkdirSync(target, { recursive: true });
const version = releaseVersion();
const name = `exhibit-${version}-${process.platform}-${process.arch}`;
const seconds = await releasedAt();
const files = releaseFiles(process.execPath);
const { sha256, bytes, unpackedBytes } = await writeArchive(join(target, `${name}.tar.gz`), name, files, seconds);
writeFileSync(join(target, `${name}.tar.gz.sha256`), `${sha256}  ${name}.tar.gz\n`);
console.log(
  `build/release/${name}.tar.gz: ${megabytes(bytes)}, ${megabytes(unpackedBytes)} unpacked, ${files.length} files`,
);
console.log(`SHA-256 ${sha256}`);
if (process.argv.includes("image")) {
  const digest = await writeImage(join(target, `${name}.image`), files, version, seconds);
  console.log(`build/release/${name}.image: an OCI image layout, ${digest}`);
}
