import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { s3BlobStore } from "./s3-blob-store.ts";

// The service that the other tests run on keeps no list of unfinished uploads; this fake has two pages of it, as S3 documents them.
const upload = (key: string, initiated: string) =>
  `<Upload><Key>${key}</Key><UploadId>of-${key}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
const page = (more: string, uploads: string) =>
  `<?xml version="1.0"?><ListMultipartUploadsResult>${more}${uploads}</ListMultipartUploadsResult>`;
const first = page(
  "<IsTruncated>true</IsTruncated><NextKeyMarker>b</NextKeyMarker><NextUploadIdMarker>of-b</NextUploadIdMarker>",
  upload("a", "2026-11-01T00:00:00.000Z") + upload("b", "2026-11-20T00:00:00.000Z"),
);
const second = page("<IsTruncated>false</IsTruncated>", upload("c", "2026-11-02T00:00:00.000Z"));

test("uploads that were broken off before a moment are ended on every page of them, and later ones go on", async () => {
  const ended: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://s3.test");
    if (request.method === "DELETE") {
      ended.push(`${url.pathname} ${url.searchParams.get("uploadId")}`);
      response.writeHead(204).end();
      return;
    }
    const isSecond = url.searchParams.get("key-marker") === "b" && url.searchParams.get("upload-id-marker") === "of-b";
    response.writeHead(200, { "content-type": "application/xml" }).end(isSecond ? second : first);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const store = s3BlobStore({
    kind: "s3",
    bucket: "bucket",
    prefix: "",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });
  await store.removeUnfinished(new Date("2026-11-10T00:00:00Z"));
  expect(ended).toEqual(["/bucket/a of-a", "/bucket/c of-c"]);
});
