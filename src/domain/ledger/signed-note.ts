import { concat, equalBytes, fromBase64, fromHex, toBase64, toHex, toUtf8 } from "./bytes.ts";
import type { Sha256 } from "./tree-hash.ts";

/** Checks an Ed25519 signature (RFC 8032): 32 bytes of key, 64 of signature. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** A verification key of a C2SP signed note: who signs, and the public key. */
export interface NoteKey {
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
}

const ED25519 = Uint8Array.of(1);
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const ID_BYTES = 4;
/** Not empty, without spaces and plus signs. U+0085 is a space to Unicode, but not to JavaScript's \s. */
const NAME = /^[^\s\u0085+]+$/u;
const SIGNATURE = /^\u2014 ([^\s\u0085+]+) (\S+)$/u;

/** The four bytes that tell keys of one name apart (C2SP signed-note). */
export function keyId(sha256: Sha256, name: string, publicKey: Uint8Array): Uint8Array {
  return sha256(concat(toUtf8(`${name}\n`), ED25519, publicKey)).slice(0, ID_BYTES);
}

/** Writes a verification key as `name+id+key`. */
export function formatVkey(sha256: Sha256, name: string, publicKey: Uint8Array): string {
  return `${name}+${toHex(keyId(sha256, name, publicKey))}+${toBase64(concat(ED25519, publicKey))}`;
}

/** Reads `name+id+key`; undefined unless it is an Ed25519 key whose id fits. */
export function parseVkey(sha256: Sha256, text: string): NoteKey | undefined {
  // The key's base64 may itself contain plus signs.
  const [name, hex, ...rest] = text.split("+");
  const key = fromBase64(rest.join("+"));
  const id = fromHex(hex ?? "");
  if (name === undefined || !isName(name) || !id || key?.length !== KEY_BYTES + 1 || key[0] !== ED25519[0])
    return undefined;
  const publicKey = key.slice(1);
  return equalBytes(id, keyId(sha256, name, publicKey)) ? { name, id, publicKey } : undefined;
}

/**
 * Signs a text and answers with the note: text, empty line, signature line. Throws a TypeError when the text does not
 * end with a newline or holds control characters, or when the name is none.
 */
export function signNote(note: {
  readonly sha256: Sha256;
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly text: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
}): string {
  if (!isNoteText(note.text) || !isName(note.name)) throw new TypeError("This is not the text or the name of a note.");
  const signature = concat(keyId(note.sha256, note.name, note.publicKey), note.sign(toUtf8(note.text)));
  return `${note.text}\n\u2014 ${note.name} ${toBase64(signature)}\n`;
}

/**
 * The text of a note that carries a valid signature of `key`; undefined when it does not. Signatures of other keys are
 * passed over, as the specification asks; a second one of ours, or a malformed line, refuses the note.
 */
export function openNote(note: string, key: NoteKey, verify: VerifyEd25519): string | undefined {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !isNoteText(note)) return undefined;
  const text = note.slice(0, end + 1);
  let good = 0;
  for (const line of note.slice(end + 2, -1).split("\n")) {
    const match = SIGNATURE.exec(line);
    const bytes = match && fromBase64(match[2]!);
    if (!match || !bytes || bytes.length <= ID_BYTES) return undefined;
    if (match[1] !== key.name || !equalBytes(bytes.slice(0, ID_BYTES), key.id)) continue;
    const signature = bytes.slice(ID_BYTES);
    if (signature.length !== SIGNATURE_BYTES || !verify(key.publicKey, toUtf8(text), signature)) return undefined;
    good += 1;
  }
  return good === 1 ? text : undefined;
}

function isName(name: string): boolean {
  return NAME.test(name) && !hasControls(name);
}

function isNoteText(text: string): boolean {
  return text.endsWith("\n") && text.isWellFormed() && !hasControls(text.replaceAll("\n", ""));
}

/** ASCII controls: a note is also read in terminals. */
function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20) return true;
  return false;
}
