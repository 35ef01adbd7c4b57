import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { s3BlobStore } from "../blobs/s3-blob-store.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import { damageOf } from "./damage-of.ts";

const refused = `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>no</Message></Error>`;

/** A bucket in which some keys are refused, and nothing else is there. */
async function bucket(isRefused: (path: string) => boolean) {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://s3.test").pathname;
    const body = isRefused(path) ? refused : refused.replace("AccessDenied", "NoSuchKey");
    response.writeHead(isRefused(path) ? 403 : 404, { "content-type": "application/xml" });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return s3BlobStore({
    kind: "s3",
    bucket: "bucket",
    prefix: "",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });
}

const artifact = { blobKey: "company/item", size: 10 } as Parameters<typeof damageOf>[1];

test("one object that a bucket refuses is a damage of its own, and the next is looked at", async () => {
  const store = await bucket((path) => path.endsWith("/item"));
  expect(await damageOf(store, artifact)).toBe("unreadable");
  expect(await damageOf(store, artifact, "company/other")).toBe("missing");
});

test("a bucket that refuses everything is no damage", async () => {
  await expect(damageOf(await bucket(() => true), artifact)).rejects.toThrow(StorageUnavailable);
});
