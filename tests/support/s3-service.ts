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

/**
 * Starts one; its bucket's address holds the key and secret it knows. It does not know `If-None-Match` on a write: with
 * `refusesOverwrite` we add what S3's documentation says of it, which is not the same as having tried it on S3.
 */
export async function startS3Service({ refusesOverwrite = false } = {}): Promise<S3Service> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-s3-"));
  const service = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "evidence" }],
  });
  if (refusesOverwrite) service.middleware.unshift(refuseOverwrite());
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

/** Writes with `If-None-Match: *` one after the other, and answers 412 to all but the first of a name. */
function refuseOverwrite(): S3rver["middleware"][number] {
  const written = new Set<string>();
  return async (context, next) => {
    if (context.method === "PUT" && context.headers["if-none-match"] === "*") {
      if (written.has(context.path)) {
        context.status = 412;
        context.type = "application/xml";
        context.body =
          '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>There is one already.</Message></Error>';
        return;
      }
      written.add(context.path);
    }
    await next();
  };
}
