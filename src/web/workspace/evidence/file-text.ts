/** The beginning of a file as text; empty for one that is none, such as a picture or a PDF. */
export async function beginningOf(file: Blob | undefined, chars: number): Promise<string> {
  if (!file) return "";
  const text = await file
    .slice(0, chars)
    .text()
    .catch(() => "");
  // What was cut off in the middle of a character leaves one mark of a fault at the end, and nothing else does.
  const faults = text.slice(0, -1).match(/[\0\ufffd]/g)?.length ?? 0;
  return faults > text.length / 1_000 ? "" : text.slice(0, chars);
}
