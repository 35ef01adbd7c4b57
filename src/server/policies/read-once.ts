import { createHash } from "node:crypto";

/**
 * Reads texts by `read`, each once: what was read is kept by the SHA-256 of its text, as many texts and characters as `most` says, those
 * that were asked for last. What could not be read is read again.
 */
export function readOnce<Read>(
  read: (text: string) => Promise<Read>,
  most: { readonly texts: number; readonly characters: number },
): (text: string) => Promise<Read> {
  // The one that was asked for last is at the end.
  const kept = new Map<string, { readonly length: number; readonly reading: Promise<Read> }>();
  let characters = 0;
  const drop = (name: string) => {
    characters -= kept.get(name)?.length ?? 0;
    kept.delete(name);
  };
  return (text) => {
    const name = createHash("sha256").update(text).digest("hex");
    const found = kept.get(name) ?? { length: text.length, reading: read(text) };
    drop(name);
    kept.set(name, found);
    characters += found.length;
    found.reading.catch(() => {
      if (kept.get(name) === found) drop(name);
    });
    for (const oldest of kept.keys()) {
      if (oldest === name || (kept.size <= most.texts && characters <= most.characters)) break;
      drop(oldest);
    }
    return found.reading;
  };
}
