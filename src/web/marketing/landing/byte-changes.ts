import { sampleExhibit } from "./sample-exhibit.gen.ts";

/** A change of one byte: what stands at a place, and what is put there. */
interface ByteChange {
  readonly at: number;
  readonly to: string;
}

/** The file is ASCII, so a character is a byte. */
const after = (fact: string, digit: number) => sampleExhibit.artifact.indexOf(fact) + fact.length + digit;

/** Changes that someone might wish to make: one volume fewer encrypted, another cipher, keys rotated less often. */
export const byteChanges: readonly ByteChange[] = [
  { at: after('"encrypted": ', 1), to: "0" },
  { at: after('"AES-', 0), to: "3" },
  { at: after('"key_rotation_days": ', 0), to: "3" },
];

/** The text with another character at one place. */
export function changed(text: string, at: number, to: string): string {
  return text.slice(0, at) + to + text.slice(at + 1);
}
