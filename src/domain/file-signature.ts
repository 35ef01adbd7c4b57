/** What a file is that nobody reads as evidence: it runs, or others are packed in it. */
export type Unreadable = "program" | "archive";

/** How much of a file's beginning tells: a tar names itself at 257, a ZIP its first file at 30. */
export const signatureBytes = 1_024;

/**
 * Tells programs and archives by their first bytes, whatever they are called. Undefined for everything else: office documents, which
 * are ZIPs that begin with files of their own, and scripts, which are text.
 */
export function unreadableKind(start: Uint8Array): Unreadable | undefined {
  const text = latin1(start.subarray(0, signatureBytes));
  if (isProgram(text)) return "program";
  if (text.startsWith("PK\u0003\u0004")) return isOfficeDocument(text.slice(30)) ? undefined : "archive";
  return isArchive(text) ? "archive" : undefined;
}

/** Windows, Linux, macOS, Java, WebAssembly, and packages that install. */
const programs = [
  "\u007fELF",
  "\u00fe\u00ed\u00fa\u00ce",
  "\u00fe\u00ed\u00fa\u00cf",
  "\u00ce\u00fa\u00ed\u00fe",
  "\u00cf\u00fa\u00ed\u00fe",
  "\u00ca\u00fe\u00ba\u00be",
  "\u0000asm",
  "!<arch>\ndebian",
  "\u00ed\u00ab\u00ee\u00db",
];

/** An empty or a split ZIP, 7-Zip, RAR, gzip, bzip2, xz, Zstandard, LZ4, Cabinet, ar. */
const archives = [
  "PK\u0005\u0006",
  "PK\u0007\u0008",
  "7z\u00bc\u00af\u0027\u001c",
  "Rar!\u001a\u0007",
  "\u001f\u008b\u0008",
  "\u00fd7zXZ\u0000",
  "\u0028\u00b5\u002f\u00fd",
  "\u0004\u0022\u004d\u0018",
  "MSCF\u0000\u0000\u0000\u0000",
  "!<arch>\n",
];

function isProgram(text: string): boolean {
  // Two letters also begin texts; the header of a program holds zeros.
  if (text.startsWith("MZ") && text.slice(0, 64).includes("\u0000")) return true;
  return programs.some((mark) => text.startsWith(mark));
}

function isArchive(text: string): boolean {
  if (/^BZh[1-9]1AY&SY/.test(text) || text.slice(257, 262) === "ustar") return true;
  return archives.some((mark) => text.startsWith(mark));
}

/** Office Open XML, OpenDocument and EPUB by the name of their first file. */
function isOfficeDocument(afterHeader: string): boolean {
  return /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|visio\/|mimetype)/.test(afterHeader);
}

// Spread, the bytes would come one by one from an iterator, which takes ten times as long.
const latin1 = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, bytes);
