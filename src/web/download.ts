import { refusalFrom, unreachable } from "./refusal.ts";

/** Fetches a file as a whole; a refusal arrives as a refusal, not as a saved error page. */
export async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address).catch(() => {
    throw unreachable();
  });
  if (!answer.ok) throw refusalFrom(answer.status, await answer.text());
  return await answer.blob();
}

/** Hands a fetched file to the browser to save. */
export function saveFile(file: Blob, fileName: string) {
  const address = URL.createObjectURL(file);
  save(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Lets the browser stream a file that may be too large to hold in a page. */
export function save(address: string, fileName: string) {
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
}
