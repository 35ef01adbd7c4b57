import { expect, test } from "vitest";
import { threadedMaker } from "./make-document.ts";

const program = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${code}`)}`);

test("a document that its thread cannot hold is refused as too long, and the next one is made", async () => {
  const held = program("const all = []; for (;;) all.push(new Array(10_000).fill({}));");
  await expect(threadedMaker(held, { megabytes: 16 })("a", {})).rejects.toMatchObject({ code: "document-too-long" });
  const whole = program("parentPort.postMessage({ bytes: Uint8Array.of(7) });");
  expect(await threadedMaker(whole, { megabytes: 16 })("a", {})).toEqual(Uint8Array.of(7));
});

test("what breaks a thread otherwise is no document that is too long", async () => {
  const broken = program('throw new Error("broken");');
  await expect(threadedMaker(broken)("a", {})).rejects.toThrow("broken");
});
