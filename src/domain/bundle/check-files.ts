import { equalBytes, fromHex } from "../ledger/bytes.ts";
import { keyId, openNote } from "../ledger/signed-note.ts";
import type { NoteKey } from "../ledger/signed-note.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import {
  MANIFEST,
  MANIFEST_SIGNATURE,
  manifestKeyName,
  manifestStatement,
  parseManifest,
  unknownFormat,
} from "./manifest.ts";
import type { Manifest, ManifestFile } from "./manifest.ts";

const MANIFEST_LIMIT = 400e6;
const SIGNATURE_LIMIT = 1e6;

/** What the manifest says, if it can be relied on so far. */
export interface CheckedManifest {
  readonly manifest?: Manifest | undefined;
  /** A later format, which the key has signed: nothing else of the bundle is then judged. */
  readonly unknownFormat?: string | undefined;
}

/**
 * Every file against the manifest, and the manifest against its signature. A manifest that is known not to be the signed
 * one accuses nobody: then only it is reported.
 */
export async function checkFiles(
  content: BundleContent,
  crypto: Cryptography,
  key: NoteKey | undefined,
  findings: Findings,
): Promise<CheckedManifest> {
  const note = await content.text(MANIFEST_SIGNATURE, SIGNATURE_LIMIT);
  const text = await content.text(MANIFEST, MANIFEST_LIMIT);
  if (text === undefined) return {};
  const signed = note === undefined || !key ? "unknown" : signatureOn(note, content, crypto, key, findings);
  if (signed === "another") return {};
  const manifest = parseManifest(text);
  if (!manifest && signed === "this" && unknownFormat(text) !== undefined)
    return { unknownFormat: unknownFormat(text) };
  if (manifest) compare(manifest.files, content, findings);
  else findings.add(MANIFEST, "The manifest was altered: it is not written in its one form.");
  return { manifest };
}

/** Which manifest was signed. An unreadable signature is reported, and says nothing of the manifest. */
function signatureOn(
  note: string,
  content: BundleContent,
  crypto: Cryptography,
  key: NoteKey,
  findings: Findings,
): "this" | "another" | "unknown" {
  const name = manifestKeyName(key.name);
  const manifestKey = { name, id: keyId(crypto.sha256, name, key.publicKey), publicKey: key.publicKey };
  const statement = openNote(note, manifestKey, crypto.verifyEd25519);
  if (statement === undefined) {
    findings.add(MANIFEST_SIGNATURE, "There is no valid signature of the ledger's key on the manifest.");
    return "unknown";
  }
  // Nothing vouches for a further signature: it would be the one place of a bundle where anybody can write.
  if (note !== `${statement}\n${note.slice(statement.length + 1).split("\n")[0]!}\n`)
    findings.add(MANIFEST_SIGNATURE, "There is more in it than the signature of the ledger's key.");
  if (statement === manifestStatement(key.name, content.found.get(MANIFEST)!.sha256)) return "this";
  findings.add(MANIFEST, "The manifest was altered: it is not the one that was signed.");
  return "another";
}

function compare(manifest: readonly ManifestFile[], { found }: BundleContent, findings: Findings): void {
  for (const { path, size, sha256 } of manifest) {
    const file = found.get(path);
    if (!file) findings.add(path, "The file is missing.");
    else if (file.size !== size)
      findings.add(path, `The file was altered: it has ${file.size} bytes instead of ${size}.`);
    else if (!equalBytes(file.sha256, fromHex(sha256)!))
      findings.add(path, "The file was altered: its SHA-256 differs.");
  }
  const known = new Set([MANIFEST, MANIFEST_SIGNATURE, ...manifest.map(({ path }) => path)]);
  for (const path of found.keys()) {
    if (!known.has(path)) findings.add(path, "The file does not belong to the bundle.");
  }
}
