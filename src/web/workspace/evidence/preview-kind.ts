/** How a file can be shown without running anything of it. */
export type PreviewKind = "text" | "json" | "csv" | "image" | "pdf";

/** No more of a text is fetched than this, in bytes. */
export const shownOfText = 256 * 1024;
/** What is drawn is fetched whole, up to this size, in bytes. */
export const drawnUpTo = 32 * 1024 * 1024;

/** Decided by what the bytes showed when they were filed; the file's name only tells tables from other texts. */
export function previewKind(mediaType: string, fileName: string): PreviewKind | undefined {
  if (/^image\/(png|jpeg|gif|webp)$/.test(mediaType)) return "image";
  if (mediaType === "application/pdf") return "pdf";
  if (mediaType === "application/json") return "json";
  if (mediaType === "text/csv" || (mediaType === "text/plain" && /\.csv$/i.test(fileName))) return "csv";
  return mediaType.startsWith("text/") ? "text" : undefined;
}

/** JSON in lines, as people read it; as it is where it is none, or was cut off. */
export function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Rows of a table written with commas or semicolons, quotes as RFC 4180 has them; `rows` at most. */
export function rowsOf(text: string, rows: number): string[][] {
  const first = text.slice(0, text.indexOf("\n") + 1 || text.length);
  const comma = first.split(";").length > first.split(",").length ? ";" : ",";
  const table: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = () => {
    table.push([...row, cell]);
    row = [];
    cell = "";
  };
  for (let at = 0; at < text.length && table.length < rows; at += 1) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === comma) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") endRow();
    else if (char !== "\r") cell += char;
  }
  if (table.length < rows && (cell !== "" || row.length > 0)) endRow();
  return table;
}
