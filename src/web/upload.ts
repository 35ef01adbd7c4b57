import type * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { addressOf } from "./address.ts";
import { errorFrom, unreachable } from "./app-error.ts";

interface UploadOptions {
  /** Repeating an upload with the same key files it once. */
  readonly key?: string;
  readonly onProgress?: (sent: number, total: number) => void;
  /** Gives up: the promise is refused with what the signal was aborted for. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a file as the request body. XMLHttpRequest, because it is what still tells how many bytes have left; fetch
 * streams uploads only over HTTP/2 and without counting.
 */
export function upload<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<"upload", I, O>,
  input: z.input<I>,
  file: Blob,
  { key, onProgress, signal }: UploadOptions = {},
): Promise<z.output<O>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(endpoint, input));
    request.setRequestHeader("content-type", "application/octet-stream");
    if (key !== undefined) request.setRequestHeader("idempotency-key", key);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onerror = () => reject(unreachable());
    const giveUp = () => request.abort();
    signal?.addEventListener("abort", giveUp);
    request.onabort = () => reject(signal?.reason ?? unreachable());
    request.onloadend = () => signal?.removeEventListener("abort", giveUp);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(errorFrom(request.status, request.responseText));
      } else {
        resolve(JSON.parse(request.responseText) as z.output<O>);
      }
    };
    request.send(file);
  });
}

/** A fresh key for one upload. Not randomUUID, which browsers keep from pages that were not served over HTTPS. */
export function newUploadKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
