import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./program.ts";
import { writeArchive } from "./release-archive.ts";
import { releaseFiles, releaseVersion } from "./release-files.ts";
import { writeImage } from "./release-image.ts";
import { provenanceOf, releaseMaterials, releasedCommit } from "./provenance.ts";
import type { Material } from "./provenance.ts";
import { billOfMaterials, readLock } from "./sbom.ts";

// Makes what one installs: `npm run pack` a tarball, `npm run pack -- image` an OCI image, too. All of it is the same bytes for the same
// commit, and stands in build/release with its SHA-256, the bill of materials, and what it was made from.
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
const subjects: Material[] = [{ name: `${name}.tar.gz`, sha256 }];
/** Writes a text beside the release, and counts it among what was made. */
const beside = (file: string, content: unknown) => {
  const text = `${JSON.stringify(content, undefined, 1)}\n`;
  writeFileSync(join(target, file), text);
  return { name: file, sha256: createHash("sha256").update(text).digest("hex") };
};
subjects.push(beside(`${name}.bill-of-materials.json`, billOfMaterials(readLock())));
if (process.argv.includes("image")) {
  const digest = await writeImage(join(target, `${name}.image`), files, version, seconds);
  console.log(`build/release/${name}.image: an OCI image layout, ${digest}`);
  subjects.push({ name: `${name}.image`, sha256: digest.replace("sha256:", "") });
}
const materials = releaseMaterials(process.execPath);
const facts = { version, seconds, subjects, materials, ...(await releasedCommit()) };
const made = [...subjects, beside(`${name}.provenance.json`, provenanceOf(facts))];
// An image is a folder, which its digest names; what sha256sum can check is files.
const files256 = made.filter(({ name: file }) => !file.endsWith(".image"));
writeFileSync(join(target, `${name}.sha256`), files256.map((file) => `${file.sha256}  ${file.name}\n`).join(""));
