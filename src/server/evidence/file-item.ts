import { findControl } from "#catalog/index.ts";
import { maxEvidenceBytes } from "#contract/evidence.ts";
import { unreadableKind } from "#domain/file-signature.ts";
import { sql } from "kysely";
import { callFunction } from "../db/functions.ts";
import { fileOrDiscard, storeArtifact } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import { locationOf } from "../blobs/storage.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import { fail } from "../app-error.ts";
import { collectorOf } from "../uploads/origin.ts";
import type { Origin } from "../uploads/origin.ts";
import { openUpload } from "../uploads/uploads.ts";
import { fileEvidence, keptKey } from "./filing.ts";
import { presentItem, findItems } from "./items.ts";
import { getItem } from "./open-item.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly now: () => Date;
}

/**
 * Seals a body and files it as evidence; a repeated `Idempotency-Key` answers with what it filed before. Nothing is kept of
 * what is refused: a program or an archive is, unless the request says to file it anyway.
 */
export function fileItem(deps: Deps): HandlersOf<"evidence">["file"] {
  return async ({ input, within, lastly, body, location: known, idempotencyKey, caller }) => {
    if (input.controls.some((id) => !findControl(id))) fail("unknown-control");
    const { companyId } = caller;
    const sent = input.upload;
    if (sent !== undefined && idempotencyKey !== null) {
      // What was sent in parts may be gone by the time that somebody asks again who never heard the answer.
      const filed = await within((tx) => findFiled(tx, companyId, keptKey(idempotencyKey, input.matter)));
      if (filed && (input.sha256 ?? filed.sha256) === filed.sha256) return filed;
    }
    const location = known ?? (await within((tx) => locationOf(tx, companyId)));
    const store = deps.blobs(location);
    const upload = sent === undefined ? undefined : await within((tx) => openUpload(deps, tx, companyId, sent));
    const origin = upload?.origin;
    const whole = upload ?? body;
    const inspect = input.fileAnyway === undefined ? refuseUnreadable : () => {};
    const limit = { bytes: maxEvidenceBytes, refusal: "file-too-large", inspect } as const;
    const artifact = await storeArtifact(store, companyId, deps.now(), whole, limit);
    const fileIt = async (tx: Tx) => {
      const sha256 = artifact.sha256.toString("hex");
      if ([input.sha256, origin?.sha256].some((said) => said !== undefined && said !== sha256)) fail("upload-differs");
      const key = await getCompanyKey(tx, deps.keys, companyId);
      // First: what was sent in parts held its room until now.
      if (sent !== undefined) await callFunction(tx, "app.end_upload", [sent, deps.now()]);
      const [filed] = await fileEvidence(tx, key, [
        {
          ...artifact,
          artifactKey: artifact.key,
          name: input.name,
          type: input.type,
          controls: input.controls,
          ...provenance(origin, caller.token, deps.now()),
          fileName: origin?.fileName ?? input.fileName,
          idempotencyKey,
          matterId: input.matter ?? null,
          supersedes: input.supersedes ?? null,
        },
      ]);
      return { answer: presentItem(await getItem(tx, companyId, filed!.id)), repeated: filed!.repeated };
    };
    return await fileOrDiscard(store, artifact, () => lastly(fileIt));
  };
}

/** Where a file came from: what the server read itself says so, and was collected when it was read. */
export function provenance(origin: Origin | undefined, token: string | undefined, now: Date) {
  if (origin) return { source: origin.source, collector: collectorOf(origin), collectedAt: new Date(origin.readAt) };
  const collector = token === undefined ? "A member, by hand" : `A program, with the API token ${token}`;
  return { source: "Upload", collector, collectedAt: now };
}

/** Programs and archives are evidence only where somebody says so: an auditor can read neither. */
function refuseUnreadable(start: Uint8Array): void {
  const kind = unreadableKind(start);
  if (kind !== undefined) fail(kind === "program" ? "file-is-program" : "file-is-archive");
}

/** What a key of the caller's filed before. */
async function findFiled(tx: Tx, companyId: string, idempotencyKey: string | null) {
  const [item] = await findItems(
    tx,
    companyId,
    sql`e.idempotency_key = ${idempotencyKey} AND e.filed_by = app.uid()`,
    1,
  );
  return item && presentItem(item);
}
