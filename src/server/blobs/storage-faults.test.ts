import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { StorageFull, StorageUnavailable } from "./blob-store.ts";
import type { BlobStore } from "./blob-store.ts";
import { s3BlobStore } from "./s3-blob-store.ts";
import { onDisk } from "./storage-faults.ts";

const answer = (status: number, code: string) => (response: ServerResponse) =>
  void response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>it is so</Message></Error>`);

const s3Faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "an internal error": answer(500, "InternalError"),
  "that it is too much": answer(503, "SlowDown"),
  "that access is denied": answer(403, "AccessDenied"),
  "that the bucket is gone": answer(404, "NoSuchBucket"),
  "what is no XML": (response) => void response.writeHead(502).end("<html>Bad gateway"),
  "by closing the connection": (response) => void response.destroy(),
  nothing: () => {},
  "a part of an answer, and then nothing": (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("part");
  },
};

async function* body() {
  yield Buffer.from("sealed bytes");
}

const asked: Readonly<Record<string, (store: BlobStore) => Promise<unknown>>> = {
  put: (store) => store.put("v1/a.sealed", body()),
  replace: (store) => store.replace("v1/a.sealed", Buffer.from("x")),
  read: (store) => store.read("v1/a.sealed"),
  remove: (store) => store.remove("v1/a.sealed"),
  list: (store) => store.list("v1"),
};

for (const [what, respond] of Object.entries(s3Faults))
  test(`O7: a bucket that answers ${what} is unavailable, and soon said to be`, async () => {
    const server = createServer((request, response) => {
      request.resume();
      respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
    const store = s3BlobStore(
      { kind: "s3", bucket: "bucket", prefix: "", region: "us-east-1", endpoint, credentials },
      200,
    );
    const came = await Promise.all(
      Object.entries(asked).map(async ([name, ask]) => {
        const error = await ask(store).then(
          () => "answered",
          (thrown: unknown) => thrown,
        );
        return [name, error instanceof StorageUnavailable || String(error)] as const;
      }),
    );
    // A removal and a write that were answered with 200 are done, whatever follows.
    const left = came.filter(([name]) => !(what.startsWith("a part") && name !== "read" && name !== "list"));
    expect(Object.fromEntries(left)).toEqual(Object.fromEntries(left.map(([name]) => [name, true])));
  });

test.each(["EROFS", "EIO", "EACCES", "EMFILE", "ENFILE", "ESTALE", "ENODEV"])(
  "O7: a disk that answers %s is unavailable",
  async (code) => {
    const error = Object.assign(new Error(code), { code, syscall: "open" });
    await expect(onDisk(() => Promise.reject(error))).rejects.toThrow(StorageUnavailable);
  },
);

test.each(["ENOSPC", "EDQUOT"])("O9: a disk that answers %s is full", async (code) => {
  const error = Object.assign(new Error(code), { code, syscall: "write" });
  await expect(onDisk(() => Promise.reject(error))).rejects.toThrow(StorageFull);
});

test("what is no fault of a disk stays what it was", async () => {
  const error = new Error("the reader left");
  await expect(onDisk(() => Promise.reject(error))).rejects.toBe(error);
});
