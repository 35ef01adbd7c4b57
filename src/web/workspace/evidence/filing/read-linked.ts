import { failures } from "#contract/failures.ts";
import { client } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";
import { contract } from "#web/contract.ts";
import { newUploadKey, upload } from "#web/upload.ts";
import { uploadIdOf } from "#web/send-file.ts";
import { changeRow } from "./batch.ts";
import type { FilingRow, LinkedContent } from "./filing-row.ts";

/** How often it is asked how far the server has come. */
const LOOK_MS = 1_000;

/** Lets the server read a row's file. Answers the upload that holds it; refuses with an error that has a sentence. */
export async function readLinked(
  companyId: string,
  key: string,
  file: LinkedContent,
  signal?: AbortSignal,
): Promise<string> {
  const uploadId = uploadIdOf(newUploadKey());
  const look = setInterval(() => {
    void client.uploads
      .get({ companyId, uploadId })
      .then(({ received }) => changeRow(companyId, key, (now) => ({ ...now, sent: received })))
      // Before the first piece there is none.
      .catch(() => {});
  }, LOOK_MS);
  try {
    const body = new Blob([file.link]);
    const read = await upload(contract.linkedFiles.read, { companyId, uploadId }, body, { ...(signal && { signal }) });
    changeRow(companyId, key, (now) => ({
      ...now,
      file: { ...file, name: read.file.fileName, size: read.size },
      sha256: read.sha256,
      upload: uploadId,
      unreadable: read.unreadable ?? undefined,
      sent: 0,
      connect: undefined,
    }));
    return uploadId;
  } finally {
    clearInterval(look);
  }
}

/** The row of a file that could not be read, with the sentence and what would help. */
export function unread(row: FilingRow, file: LinkedContent, error: unknown): FilingRow {
  const isKnown = error instanceof AppError;
  const connect = isKnown && needsAccount(error) ? file.source : undefined;
  const problem = isKnown ? error.message : failures.unexpected.message;
  return { ...row, reading: false, sent: 0, state: "failed", problem, connect };
}

/** Whether connecting an account, once more or for the first time, is what helps. */
export function needsAccount({ code }: AppError): boolean {
  return code === "file-source-not-connected" || code === "file-source-scope";
}
