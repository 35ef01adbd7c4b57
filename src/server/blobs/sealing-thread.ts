import { parentPort } from "node:worker_threads";
import { SegmentSealer } from "./sealed-stream.ts";
import type { SealedAnswer, SealingMessage } from "./sealing-threads.ts";

// Seals segments of several objects by turns, as they arrive.

const sealers = new Map<number, SegmentSealer>();

parentPort!.on("message", (message: SealingMessage) => {
  const { object } = message;
  if (message.kind === "begin") {
    sealers.set(object, new SegmentSealer(message.key, message.bound, message.prefix));
    return;
  }
  const sealer = sealers.get(object);
  if (message.kind === "leave") sealers.delete(object);
  if (message.kind === "leave" || !sealer) return;
  const pieces = sealer.seal(Buffer.from(message.plain.buffer), message.isLast);
  const sealed = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    sealed.set(piece, at);
    at += piece.length;
  }
  const answer: SealedAnswer = { object, sealed, digest: message.isLast ? sealer.digest() : undefined };
  parentPort!.postMessage(answer, [sealed.buffer]);
});
