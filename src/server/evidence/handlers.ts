import { sql } from "kysely";
import { maxEvidenceBytes } from "#contract/evidence.ts";
import { findControl } from "#catalog/index.ts";
import { suggestionWords } from "#catalog/suggestion-words.ts";
import { suggesterFor } from "#domain/control-suggestions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fileOrDiscard, storeArtifact } from "../blobs/artifacts.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import { custodyOf, presentVersion, versionsOf } from "./custody.ts";
import { facetsOf } from "./facets.ts";
import { fileEvidence, keptKey } from "./filing.ts";
import { findItems, presentItem } from "./items.ts";
import { countItems, listItems, listOne } from "./list-items.ts";
import { getItem, getSeal, openItem } from "./open-item.ts";
import { locationOf, storageOf } from "../blobs/storage.ts";
import { openUpload } from "../uploads/uploads.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import { inclusionProofs, proofAsText } from "../ledger/read-tree.ts";
import { findLift } from "./lifted.ts";
import { recordView } from "./record-view.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Keys } from "../keys/keys.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly signer: LedgerSigner;
  readonly now: () => Date;
}

const suggest = suggesterFor(suggestionWords);

export function evidenceHandlers(services: Deps): HandlersOf<"evidence"> {
  const { now } = services;
  return {
    list: async ({ input, tx }) => {
      const page =
        input.exhibit === undefined
          ? await listItems(tx, input, now())
          : await listOne(tx, input.companyId, input.exhibit);
      const { rows: totals } = await sql<{
        total: number;
      }>`SELECT total FROM app.evidence_totals(ARRAY[${now()}]::timestamptz[])`.execute(tx);
      return { ...page, items: page.items.map(presentItem), total: totals[0]?.total ?? 0 };
    },
    count: ({ input, tx }) => countItems(tx, input, now()),
    facets: ({ tx }) => facetsOf(tx),
    same: async ({ input, tx }) => {
      const sha256 = Buffer.from(input.sha256, "hex");
      const items = await findItems(tx, input.companyId, sql`e.sha256 = ${sha256}`, 5);
      return items.map(presentItem).map(({ id, exhibit, name }) => ({ id, exhibit, name }));
    },
    get: async ({ input, tx, caller }) => {
      const item = await getItem(tx, input.companyId, input.evidenceId);
      const versions = await versionsOf(tx, input.companyId, item);
      const lifted = item.matter_id === null ? ((await findLift(tx, item.id)) ?? null) : null;
      const answer = {
        item: presentItem(item),
        lifted,
        validity: item.controls.map((control, at) => ({ control, until: item.controls_until[at]!.toISOString() })),
        versions: { older: presentVersion(versions.older), newer: presentVersion(versions.newer) },
        custody: await custodyOf(tx, input.companyId, item, { newer: versions.newer, lifted }),
        proof: await proofOf(services, tx, input.companyId, item),
      };
      // Last: it locks the ledger, which has to be free where the proof is signed for now. Nothing is answered before it is committed.
      await recordView(tx, caller, item, "opened");
      return answer;
    },
    suggest: async ({ input, tx }) => {
      const { rows } = await sql<{ on: boolean }>`SELECT app.has_feature('ai-evidence') AS on`.execute(tx);
      if (!rows[0]?.on) return [];
      return suggest(input).map(({ control, words }) => ({ control, words: [...words] }));
    },
    storage: ({ input, tx }) => storageOf(tx, input.companyId),
    file: async ({ input, within, body, idempotencyKey, caller }) => {
      if (input.controls.some((id) => !findControl(id))) refuse("unknown-control");
      const { companyId } = caller;
      const sent = input.upload;
      if (sent !== undefined && idempotencyKey !== null) {
        // What was sent in parts may be gone by the time that somebody asks again who never heard the answer.
        const filed = await within((tx) => findFiled(tx, companyId, keptKey(idempotencyKey, input.matter)));
        if (filed && (input.sha256 ?? filed.sha256) === filed.sha256) return filed;
      }
      const location = await within((tx) => locationOf(tx, companyId));
      const store = services.blobs(location);
      const whole = sent === undefined ? body : await within((tx) => openUpload(services, tx, companyId, sent));
      const limit = { bytes: maxEvidenceBytes, refusal: "file-too-large" } as const;
      const artifact = await storeArtifact(store, companyId, now(), whole, limit);
      const fileIt = async (tx: Tx) => {
        if (input.sha256 !== undefined && input.sha256 !== artifact.sha256.toString("hex")) refuse("upload-differs");
        const key = await getCompanyKey(tx, services.keys, companyId);
        // First: what was sent in parts held its room until now.
        if (sent !== undefined) await sql`SELECT app.end_upload(${sent}, ${now()})`.execute(tx);
        const [filed] = await fileEvidence(tx, key, [
          {
            ...artifact,
            artifactKey: artifact.key,
            name: input.name,
            type: input.type,
            controls: input.controls,
            source: "Upload",
            collector:
              caller.token === undefined ? "A member, by hand" : `A program, with the API token ${caller.token}`,
            collectedAt: now(),
            fileName: input.fileName,
            idempotencyKey,
            matterId: input.matter ?? null,
            supersedes: input.supersedes ?? null,
          },
        ]);
        return { answer: presentItem(await getItem(tx, companyId, filed!.id)), repeated: filed!.repeated };
      };
      return await fileOrDiscard(store, artifact, () => within(fileIt));
    },
    download: async ({ input, within, caller }) =>
      await within(async (tx) => {
        const item = await getItem(tx, caller.companyId, input.evidenceId);
        await recordView(tx, caller, item, "downloaded");
        const bytes = await openItem(services, tx, caller.companyId, item);
        return { fileName: item.file_name, mediaType: harmless(item.media_type), size: item.size, bytes };
      }),
  };
  async function proofOf({ signer }: Deps, tx: Tx, companyId: string, item: { id: string; ledger_index: number }) {
    const checkpoint = await newestCheckpoint(tx, signer, companyId);
    const { entry } = await tx
      .selectFrom("app.ledger_entries")
      .select("entry")
      .where("company_id", "=", companyId)
      .where("seq", "=", item.ledger_index)
      .executeTakeFirstOrThrow();
    const [path] = await inclusionProofs(tx, checkpoint, [item.ledger_index]);
    const seal = await getSeal(tx, companyId, item.id);
    return {
      entry,
      salt: seal.salt.toString("base64"),
      metadata: JSON.parse(seal.metadata) as Record<string, unknown>,
      index: item.ledger_index,
      size: checkpoint.size,
      path: proofAsText(path!),
      root: checkpoint.root.toString("base64"),
      checkpoint: checkpoint.note,
      key: checkpoint.key,
    };
  }
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

/** A type no browser runs or renders as a page of ours, even if it ignored everything else we tell it. */
function harmless(mediaType: string): string {
  return /^(image\/(png|jpeg|gif|webp)|application\/(pdf|json)|text\/plain|text\/csv)$/.test(mediaType)
    ? mediaType
    : "application/octet-stream";
}
