import { once } from "node:events";
import { createServer, request } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { NamedEndpoint } from "#contract/index.ts";
import { sendJson } from "./send-json.ts";

const long = { word: "evidence ".repeat(1_000) };
const answers: Readonly<Record<string, readonly [kind: string, answer: object]>> = {
  "/long": ["query", long],
  "/short": ["query", { word: "evidence" }],
  "/change": ["change", long],
};

let server: Server;
beforeAll(async () => {
  server = createServer((asked, response) => {
    const [kind, answer] = answers[asked.url!]!;
    void sendJson(
      asked,
      response,
      { kind, output: z.strictObject({ word: z.string() }) } as unknown as NamedEndpoint,
      answer,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

interface Answer {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly bytes: Buffer;
}

/** `fetch` would unpack what it receives. */
async function ask(path: string, accepted?: string): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const asked = request({ port, path, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  expect(answer.headers["content-length"]).toBe(String(bytes.length));
  return { encoding: answer.headers["content-encoding"], vary: answer.headers.vary, bytes };
}

test("what is only read is sent as small as the client takes it, and says the same", async () => {
  const plain = await ask("/long");
  expect(plain).toMatchObject({ encoding: undefined, vary: "accept-encoding" });
  for (const [accepted, encoding, unpack] of [
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0.1, gzip", "gzip", gunzipSync],
  ] as const) {
    const packed = await ask("/long", accepted);
    expect(packed).toMatchObject({ encoding, vary: "accept-encoding" });
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(unpack(packed.bytes).toString()).toBe(JSON.stringify(long));
  }
  for (const accepted of ["identity", "br;q=0, gzip;q=0"])
    expect((await ask("/long", accepted)).encoding).toBeUndefined();
});

test("short answers, and answers to changes, which may hold a new secret, are sent as they are", async () => {
  expect(await ask("/short", "br, gzip")).toMatchObject({ encoding: undefined });
  const changed = await ask("/change", "br, gzip");
  expect(changed).toMatchObject({ encoding: undefined, vary: undefined });
  expect(JSON.parse(changed.bytes.toString())).toEqual(long);
});
