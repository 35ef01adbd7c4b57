/** The text of a file as spreadsheets save it: UTF-8, else the code page of Windows. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The same with how it was written, and every character of it: the bytes follow from both. */
export function readCsvFile(bytes: ArrayBuffer): { readonly csv: string; readonly encoding: "utf-8" | "windows-1252" } {
  try {
    return { csv: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { csv: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}
