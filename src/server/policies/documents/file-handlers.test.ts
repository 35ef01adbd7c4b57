import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { policyFileHandlers } from "./file-handlers.ts";
import type { PolicyFileDeps } from "./file-handlers.ts";

type Asked = Parameters<ReturnType<typeof policyFileHandlers>["readFile"]>[0];

const file = { title: "Access", text: "# Access", lost: [] };
const readers = { readPolicy: () => Promise.resolve({ ok: true, file }) } as unknown as PolicyFileDeps["readers"];

/** A document of a company that nobody else sends for. */
const sent = (bytes: AsyncIterable<Uint8Array>, companyId: string = randomUUID()): Asked =>
  ({
    input: { fileName: "access.docx" },
    caller: { companyId },
    body: { bytes },
    request: { signal: new AbortController().signal },
  }) as unknown as Asked;

async function* whole(size: number) {
  yield new Uint8Array(size);
}

test("two who send by drops hold no place of those who are read, and their own documents are read once they are there", async () => {
  const { readFile } = policyFileHandlers({ readers });
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  async function* dripping() {
    yield new Uint8Array(10);
    await rest;
    yield new Uint8Array(10);
  }
  const drops = [readFile(sent(dripping())), readFile(sent(dripping()))];
  const first = await Promise.race([
    readFile(sent(whole(1_000))),
    Promise.any(drops.map((drop) => drop.catch(() => "refused"))),
  ]);
  expect(first).toEqual(file);
  sendRest();
  expect(await Promise.all(drops)).toEqual([file, file]);
});

test("what arrived and waits is bounded in bytes, for all companies together", async () => {
  const { promise: read, resolve: readAll } = Promise.withResolvers<unknown>();
  const slow = { readPolicy: () => read } as unknown as PolicyFileDeps["readers"];
  const { readFile } = policyFileHandlers({ readers: slow });
  const large = 40 * 1024 * 1024;
  const held = [readFile(sent(whole(large))), readFile(sent(whole(large)))];
  await expect(readFile(sent(whole(large)))).rejects.toMatchObject({ code: "policy-file-busy" });
  const small = readFile(sent(whole(1_000)));
  readAll({ ok: true, file });
  expect(await Promise.all([...held, small])).toEqual([file, file, file]);
  expect(await readFile(sent(whole(large)))).toEqual(file);
});
