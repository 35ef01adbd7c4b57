/** Characters of the code page of Windows by their code points. */
const windows = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(byte)).codePointAt(0)!,
    byte,
  ]),
);

/** The bytes of a file whose text this is; nothing where it has a character that the code page lacks. */
export function bytesOf(text: string, encoding: "utf-8" | "windows-1252"): Buffer | undefined {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Array.from(text, (character) => windows.get(character.codePointAt(0)!));
  return bytes.includes(undefined) ? undefined : Buffer.from(bytes as number[]);
}
