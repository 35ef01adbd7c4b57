import { errorFrom, unreachable } from "./app-error.ts";

/** Fetches a file as a whole; a refusal arrives as a refusal, not as a saved error page. */
export async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address).catch(() => {
    throw unreachable();
  });
  if (!answer.ok) throw errorFrom(answer.status, await answer.text());
  return await answer.blob();
}

/** Fetches no more of a file than its first `bytes`; the rest is not waited for. */
export async function fetchBeginning(address: string, bytes: number): Promise<Blob> {
  const stop = new AbortController();
  const answer = await fetch(address, { signal: stop.signal }).catch(() => {
    throw unreachable();
  });
  if (!answer.ok) throw errorFrom(answer.status, await answer.text());
  const reader = answer.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let arrived = 0;
  while (arrived < bytes) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    arrived += value.length;
  }
  stop.abort();
  return new Blob(parts).slice(0, bytes);
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
