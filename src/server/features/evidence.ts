import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { maxEvidenceBytes } from "#contract/evidence.ts";
import { controls as library, findControl } from "#catalog/index.ts";
import { suggestionWords } from "#catalog/suggestion-words.ts";
import { suggesterFor } from "#domain/control-suggestions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fileOrDiscard, storeArtifact } from "../evidence/artifacts.ts";
import { getCompanyKey } from "../evidence/company-keys.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { findItems, presentItem } from "../evidence/items.ts";
import { getItem, getSeal, openItem } from "../evidence/open-item.ts";
import { locationOf, storageOf } from "../evidence/storage.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import { proofAsText, readTree } from "../ledger/read-tree.ts";
import { findLift } from "../matters/lifted.ts";
import { recordView } from "../matters/record-view.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

const suggest = suggesterFor(suggestionWords);

export function evidenceHandlers(services: Services): HandlersOf<"evidence"> {
  const { signer, now } = services;
  return {
    list: async ({ input, tx }) => {
      const where: RawBuilder<unknown>[] = [sql`true`];
      const after = input.after === undefined ? undefined : Number(input.after);
      if (after !== undefined) where.push(sql`e.number < ${Number.isSafeInteger(after) ? after : 0}`);
      if (input.type) where.push(sql`lower(e.type) = ${input.type.toLowerCase()}`);
      if (input.control) where.push(filedUnder([input.control]));
      if (input.matter) where.push(sql`e.matter_id = ${input.matter}`);
      // Nothing privileged is found by its words, not even by the circle, unless the matter is named.
      else if (input.search) where.push(sql`e.matter_id IS NULL`);
      if (input.search) where.push(matches(input.search));
      const rows = await findItems(tx, input.companyId, sql.join(where, sql` AND `), input.limit + 1);
      const items = rows.slice(0, input.limit);
      const { rows: totals } = await sql<{
        total: number;
      }>`SELECT total FROM app.evidence_totals(ARRAY[now()])`.execute(tx);
      return {
        items: items.map(presentItem),
        total: totals[0]?.total ?? 0,
        next: rows.length > input.limit ? String(items.at(-1)!.number) : null,
      };
    },
    get: async ({ input, caller, tx }) => {
      const item = await getItem(tx, input.companyId, input.evidenceId);
      await recordView(tx, caller, item, "opened");
      return {
        item: presentItem(item),
        lifted: item.matter_id === null ? ((await findLift(tx, item.id)) ?? null) : null,
        custody: await custodyOf(tx, input.companyId, item),
        proof: await proofOf(services, tx, input.companyId, item),
      };
    },
    suggest: async ({ input, tx }) => {
      const { rows } = await sql<{ on: boolean }>`SELECT app.has_feature('ai-evidence') AS on`.execute(tx);
      if (!rows[0]?.on) return [];
      return suggest(input).map(({ control, words }) => ({ control, words: [...words] }));
    },
    storage: ({ input, tx }) => storageOf(tx, input.companyId),
    file: async ({ input, within, body, idempotencyKey, caller }) => {
      if (input.controls.some((id) => !findControl(id))) refuse("unknown-control");
      const location = await within((tx) => locationOf(tx, caller.companyId));
      const store = services.blobs(location);
      const limit = { bytes: maxEvidenceBytes, refusal: "file-too-large" } as const;
      const artifact = await storeArtifact(store, caller.companyId, now(), body, limit);
      const fileIt = async (tx: Tx) => {
        const key = await getCompanyKey(tx, services.keys, caller.companyId);
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
          },
        ]);
        return { answer: presentItem(await getItem(tx, caller.companyId, filed!.id)), repeated: filed!.repeated };
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
  async function proofOf(
    { signer: ledger }: Services,
    tx: Tx,
    companyId: string,
    item: { id: string; ledger_index: number },
  ) {
    const checkpoint = await newestCheckpoint(tx, ledger, companyId);
    const { entry } = await tx
      .selectFrom("app.ledger_entries")
      .select("entry")
      .where("company_id", "=", companyId)
      .where("seq", "=", item.ledger_index)
      .executeTakeFirstOrThrow();
    const tree = await readTree(tx, checkpoint.size);
    const seal = await getSeal(tx, companyId, item.id);
    return {
      entry,
      salt: seal.salt.toString("base64"),
      metadata: JSON.parse(seal.metadata) as Record<string, unknown>,
      index: item.ledger_index,
      size: checkpoint.size,
      path: proofAsText(tree.inclusionProof(item.ledger_index)),
      root: checkpoint.root.toString("base64"),
      checkpoint: checkpoint.note,
      key: signer.vkey(signer.origin(companyId)),
    };
  }
}

async function custodyOf(tx: Tx, companyId: string, item: Awaited<ReturnType<typeof getItem>>) {
  const { rows } = await sql<{
    first_name: string | null;
    last_name: string | null;
    entry: string;
    created_at: Date | null;
    size: number | null;
  }>`
    SELECT p.first_name, p.last_name, l.entry, k.created_at, k.size FROM app.ledger_entries l
    LEFT JOIN app.profiles p ON p.id = ${item.filed_by}
    LEFT JOIN LATERAL (SELECT created_at, size FROM app.ledger_checkpoints
      WHERE company_id = ${companyId} AND size > ${item.ledger_index} ORDER BY size LIMIT 1) k ON true
    WHERE l.company_id = ${companyId} AND l.seq = ${item.ledger_index}`.execute(tx);
  const row = rows[0]!;
  const by = row.first_name === null ? "A former member" : `${row.first_name} ${row.last_name}`;
  const content = item.sha256.toString("hex");
  const entry = createHash("sha256").update("\0").update(row.entry).digest("hex");
  return [
    {
      at: item.collected_at.toISOString(),
      event: "Collected",
      by,
      hash: content,
      detail: `${item.source}. ${item.collector}.`,
    },
    {
      at: item.filed_at.toISOString(),
      event: "Sealed",
      by: "Exhibit",
      hash: entry,
      detail: `Written to the ledger as leaf ${item.ledger_index}.`,
    },
    ...(row.created_at
      ? [
          {
            at: row.created_at.toISOString(),
            event: "Signed",
            by: "Exhibit",
            hash: entry,
            detail: `Covered by the signed checkpoint of size ${row.size}.`,
          },
        ]
      : []),
  ];
}

function filedUnder(controls: readonly string[]): RawBuilder<unknown> {
  return sql`EXISTS (SELECT FROM app.evidence_controls c WHERE c.company_id = e.company_id AND c.evidence_id = e.id
    AND c.control_id = ANY (${controls}))`;
}

/** Name or control, as the specification says; what a person types is text and never a pattern. */
function matches(search: string): RawBuilder<unknown> {
  const text = search.trim().toLowerCase();
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const controls = library
    .filter((one) => one.title.toLowerCase().includes(text) || one.id.toLowerCase() === text)
    .map((one) => one.id);
  const name = sql`lower(e.name) LIKE ${pattern}`;
  return controls.length > 0 ? sql`(${name} OR ${filedUnder(controls)})` : name;
}

/** A type no browser runs or renders as a page of ours, even if it ignored everything else we tell it. */
function harmless(mediaType: string): string {
  return /^(image\/(png|jpeg|gif|webp)|application\/(pdf|json)|text\/plain|text\/csv)$/.test(mediaType)
    ? mediaType
    : "application/octet-stream";
}
