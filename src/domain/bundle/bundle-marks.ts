import { MANIFEST, MANIFEST_SIGNATURE } from "./manifest.ts";

/** Files that only our bundles have. One that lacks all of them, and a manifest of ours, is something else. */
const OURS: ReadonlySet<string> = new Set([
  MANIFEST_SIGNATURE,
  "ledger/checkpoint",
  "ledger/key.vkey",
  "ledger/proofs.jsonl",
  "ledger/leaves.bin",
]);

/** Whether a file of this path makes what holds it an Exhibit bundle, damaged or whole. */
export function isMark(path: string): boolean {
  return OURS.has(path);
}

/** Whether a manifest that begins so is one of ours, of whatever format. */
export function isOurManifest(beginning: string): boolean {
  return beginning.includes('"exhibit-bundle/');
}

const LOCAL_HEADER = "PK\u0003\u0004";
const LOCAL_HEADER_BYTES = 30;
const RECORD = "PK\u0001\u0002";
/** A bundle begins with its readme, and nearly every tool keeps the order. */
const FIRST = /^(?:[\w. -]{1,100}\/)?(?:README\.txt|manifest\.(?:json|sig)|artifacts\/|ledger\/)/;

/**
 * Whether bytes that cannot be read as a ZIP were one of our bundles: by the name of the first file, or by the directory
 * at the end. `head` and `tail` are the first and the last bytes, one character each.
 */
export function looksLikeBrokenBundle(head: string, tail: string): boolean {
  if (head.startsWith(LOCAL_HEADER) && FIRST.test(head.slice(LOCAL_HEADER_BYTES))) return true;
  return tail.includes(RECORD) && [MANIFEST, ...OURS].filter((name) => tail.includes(name)).length > 1;
}

/** What macOS and Windows leave in folders and archives by themselves. */
export function isLeftBehind(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name)) return true;
  return path.startsWith("__MACOSX/") && name.startsWith("._");
}

/** The folder that a bundle lies in, with its slash, by the files that only bundles have; empty where they lie at the top. */
export function folderOfBundle(paths: readonly string[]): string {
  if (paths.some(isMark)) return "";
  const within = paths.find((path) => isMark(path.slice(path.indexOf("/") + 1)));
  return within === undefined ? "" : within.slice(0, within.indexOf("/") + 1);
}
