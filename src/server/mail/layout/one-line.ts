// Marks that turn the direction of text would reach past the words they came with, into ours.
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Takes out what no reader sees but programs obey: control characters, apart from tabs and line ends, and turns of direction. */
export function printable(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[^\P{Cc}\t\n]/gu, " ")
    .replace(TURNS, "");
}

/** Printable text without line ends: for a subject, a title, the value of a fact. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}
