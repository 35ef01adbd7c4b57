import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

/** A service that speaks S3's protocol, written by others, with a bucket `evidence` in a folder of its own. */
export interface S3Service {
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts one; its bucket's address holds the key and secret it knows. */
export async function startS3Service(): Promise<S3Service> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-s3-"));
  const service = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "evidence" }],
  });
  const { port } = await service.run();
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  return {
    url: `s3://S3RVER:S3RVER@evidence/kept?region=us-east-1&endpoint=${endpoint}`,
    folder,
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
