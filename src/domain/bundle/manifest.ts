import { toBase64 } from "../ledger/bytes.ts";
import { canonicalJson, parseCanonicalJson } from "../ledger/canonical-json.ts";
import { isSafePath, pathKey } from "./bundle-path.ts";
import { readScope } from "./bundle-scope.ts";
import type { BundleScope } from "./bundle-scope.ts";

export const MANIFEST = "manifest.json";
export const MANIFEST_SIGNATURE = "manifest.sig";

const FORMAT = "exhibit-bundle/1";

/** A file of the bundle as the manifest seals it. */
export interface ManifestFile {
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** What the manifest says: every file of the bundle but itself and its signature, and what the bundle is narrowed to. */
export interface Manifest {
  readonly files: readonly ManifestFile[];
  /** Undefined for a bundle of everything. */
  readonly scope?: BundleScope | undefined;
}

/** The manifest's one text, its files sorted by path. */
export function formatManifest(manifest: Manifest): string {
  return [...manifestPieces(manifest)].join("");
}

/** Files of a piece. */
const PIECE = 500;

/** The same in pieces, for a manifest of very many files. */
export function* manifestPieces({ files, scope }: Manifest): Generator<string> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  yield `{"bundle":${canonicalJson(FORMAT)},"files":[`;
  for (let from = 0; from < sorted.length; from += PIECE) {
    const own = sorted.slice(from, from + PIECE).map(({ path, sha256, size }) => canonicalJson({ path, sha256, size }));
    yield `${from === 0 ? "" : ","}${own.join(",")}`;
  }
  yield `]${scope ? `,"scope":${canonicalJson({ ...scope })}` : ""}}`;
}

/** The format that a manifest names, where it is one of ours that {@link parseManifest} does not read. */
export function unknownFormat(text: string): string | undefined {
  const value = parseCanonicalJson(text);
  const format = typeof value === "object" && value !== null && "bundle" in value ? value.bundle : undefined;
  if (typeof format !== "string" || format === FORMAT) return undefined;
  return /^exhibit-bundle\/[1-9]\d{0,3}$/.test(format) ? format : undefined;
}

/** Undefined unless the text is exactly what {@link formatManifest} writes for safe paths, none of them twice. */
export function parseManifest(text: string): Manifest | undefined {
  const value = parseCanonicalJson(text);
  if (typeof value !== "object" || value === null || !("files" in value) || !Array.isArray(value.files))
    return undefined;
  const files: readonly unknown[] = value.files;
  if (!files.every(isManifestFile)) return undefined;
  const paths = new Set(files.map(({ path }) => pathKey(path)));
  if (paths.size !== files.length || paths.has(MANIFEST) || paths.has(MANIFEST_SIGNATURE)) return undefined;
  const manifest = "scope" in value ? { files, scope: readScope(value.scope) } : { files };
  return formatManifest(manifest) === text ? manifest : undefined;
}

function isManifestFile(value: unknown): value is ManifestFile {
  if (typeof value !== "object" || value === null) return false;
  const { path, sha256, size } = value as Partial<Record<keyof ManifestFile, unknown>>;
  if (typeof path !== "string" || !isSafePath(path)) return false;
  return (
    typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256) && Number.isSafeInteger(size) && (size as number) >= 0
  );
}

/** Name of the key that signs manifests: the same key as the ledger's, under a name no checkpoint can be signed with. */
export function manifestKeyName(origin: string): string {
  return `${origin}/bundle`;
}

/** The text that is signed for a manifest. */
export function manifestStatement(origin: string, manifestSha256: Uint8Array): string {
  return `${manifestKeyName(origin)}\n${toBase64(manifestSha256)}\n`;
}
