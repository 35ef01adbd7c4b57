import { randomUUID } from "node:crypto";
import { maxReportBytes } from "#contract/evidence.ts";
import { importFormats } from "#domain/import-format.ts";
import { outcomeWord } from "#domain/csv-mapping.ts";
import type { ImportFormat } from "#domain/import-format.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { discardOnFailure, fileOrDiscard, readArtifact, storeArtifact } from "../evidence/artifacts.ts";
import type { StoredArtifact } from "../evidence/artifacts.ts";
import { getCompanyKey } from "../evidence/company-keys.ts";
import { plainMapping, readMappings } from "../evidence/csv-mappings.ts";
import type { SavedMapping } from "../evidence/csv-mappings.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { readSummary } from "../evidence/import-summary.ts";
import { followProgress, presentProgress } from "../evidence/progress.ts";
import type { ReadReport } from "../reading/messages.ts";
import { keptOf } from "../reading/kept-report.ts";
import type { Unread } from "../reading/kept-report.ts";
import { recordAct } from "../ledger/record-act.ts";
import { locationOf } from "../evidence/storage.ts";
import { refuse, violatedConstraint } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { AskingMember, HandlersOf } from "./handlers.ts";

async function getImport(tx: Tx, companyId: string, importId: string) {
  const { rows } = await sql<{
    id: string;
    evidence_id: string;
    created_at: Date;
    state: string;
    step: string;
    done: number;
    total: number;
    failure: string | null;
    number: number;
    file_name: string;
    source: string;
    format: ImportFormat | "unread";
    counted: Record<string, number>;
  }>`SELECT i.id, i.evidence_id, i.created_at, i.state, i.step, i.done, i.total, i.failure, i.format, i.counted, e.number,
      e.file_name, e.source
    FROM app.imports i JOIN app.evidence e ON e.company_id = i.company_id AND e.id = i.evidence_id
    WHERE i.company_id = ${companyId} AND i.id = ${importId}`.execute(tx);
  return rows[0] ?? refuse("not-found");
}

interface Received {
  readonly fileName: string;
  readonly mapping: SavedMapping | undefined;
  readonly idempotencyKey: string | null;
}

export function importHandlers(services: Services): HandlersOf<"imports"> {
  const { now } = services;
  const begun = (row: Awaited<ReturnType<typeof getImport>>) => {
    return {
      id: row.id,
      evidenceId: row.evidence_id,
      exhibit: formatExhibitNumber(row.number),
      url: `${services.appUrl}/dashboard/evidence?item=${row.evidence_id}`,
      fileName: row.file_name,
      format: row.format === "unread" ? "Not read" : importFormats[row.format],
      createdAt: row.created_at.toISOString(),
      progress: presentProgress(row),
    };
  };
  const present = async (tx: Tx, companyId: string, importId: string) => {
    const row = await getImport(tx, companyId, importId);
    return { ...begun(row), summary: row.state === "done" ? await readSummary(tx, companyId, row, now()) : null };
  };
  const fileReport = async (
    tx: Tx,
    caller: AskingMember,
    artifact: StoredArtifact,
    read: ReadReport | Unread,
    { fileName, mapping, idempotencyKey }: Received,
  ) => {
    const key = await getCompanyKey(tx, services.keys, caller.companyId);
    const judged = "failure" in read ? undefined : read;
    const failure = "failure" in read ? read.failure : null;
    const [filed] = await fileEvidence(tx, key, [
      {
        ...artifact,
        artifactKey: artifact.key,
        name: judged ? `${judged.tool} report, ${fileName}` : `Report that was not read, ${fileName}`,
        type: "Report",
        controls: judged?.controls ?? [],
        source: judged?.source ?? "Upload",
        collector: `Import of ${judged?.formatName ?? "a file"}${caller.token === undefined ? "" : `, pushed by ${caller.token}`}`,
        collectedAt: judged?.observedAt ?? now(),
        fileName,
        idempotencyKey,
      },
    ]);
    const { id, repeated } = filed!;
    const row = await tx
      .insertInto("app.imports")
      .values({
        company_id: caller.companyId,
        id: randomUUID(),
        evidence_id: id,
        format: judged?.format ?? "unread",
        requested_by: caller.userId,
        total: judged?.total ?? 0,
        step: judged ? "Waiting to be read" : "Not read",
        counted: JSON.stringify(judged?.counted ?? {}),
        mapping: mapping ? JSON.stringify(plainMapping(mapping)) : null,
      })
      .onConflict((conflict) => conflict.columns(["company_id", "evidence_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row && failure !== null) {
      await tx
        .updateTable("app.imports")
        .set({ state: "failed", failure, finished_at: now() })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", row.id)
        .execute();
      await recordAct(tx, caller, "import.failed", { subject: id, details: { failure } });
    }
    if (row) return { answer: row.id, repeated };
    const earlier = await tx
      .selectFrom("app.imports")
      .select("id")
      .where("company_id", "=", caller.companyId)
      .where("evidence_id", "=", id)
      .executeTakeFirst();
    return { answer: earlier?.id ?? refuse("idempotency-conflict"), repeated };
  };
  return {
    create: async ({ input, within, caller, body, idempotencyKey, request }) => {
      const location = await within((tx) => locationOf(tx, caller.companyId));
      const store = services.blobs(location);
      const limit = { bytes: maxReportBytes, refusal: "report-too-large" } as const;
      const artifact = await storeArtifact(store, caller.companyId, now(), body, limit);
      const stored = { ...artifact, companyId: caller.companyId, artifactId: artifact.id };
      // Read back from the store and not kept from the request: what is judged is what was sealed.
      const read = () => readArtifact(store, stored);
      const { came, mapping } = await discardOnFailure(store, artifact, async () => {
        const mappings = await within((tx) => readMappings(tx, caller.companyId));
        const asked = input.mappingId === undefined ? undefined : mappingOf(input.mappingId, mappings);
        const came = await services.readers
          .read(
            {
              lane: caller.companyId,
              size: artifact.size,
              open: read,
              receivedAt: now(),
              mapping: asked && plainMapping(asked),
              mappings: asked ? [] : mappings,
              // Nobody waits any more for what was cancelled.
              signal: request.signal,
            },
            async (reading) => keptOf(reading),
          )
          .catch((error: unknown) =>
            request.signal.aborted ? refuse("import-cancelled", error) : Promise.reject(error),
          );
        return {
          came,
          mapping: asked ?? ("failure" in came ? undefined : mappings.find(({ id }) => id === came.mappingId)),
        };
      });
      const received = { fileName: input.fileName, mapping, idempotencyKey };
      const importId = await fileOrDiscard(store, artifact, () =>
        within((tx) => fileReport(tx, caller, artifact, came, received)),
      );
      const row = await within((tx) => getImport(tx, caller.companyId, importId));
      return { ...begun(row), judged: "failure" in came ? null : came.receipt };
    },
    get: ({ input, tx }) => present(tx, input.companyId, input.importId),
    progress: ({ input, within, caller, request }) =>
      followProgress(() => within((tx) => getImport(tx, caller.companyId, input.importId)), request.signal),
    mappings: async ({ input, tx }) => (await readMappings(tx, input.companyId)).map(presentMapping),
    saveMapping: async ({ input, caller, tx }) => {
      const id = randomUUID();
      const { name, header, columns, words } = input;
      const known = Object.fromEntries(Object.entries(words).map(([word, means]) => [outcomeWord(word), means]));
      const createdAt = now();
      try {
        await tx
          .insertInto("app.csv_mappings")
          .values({
            company_id: caller.companyId,
            id,
            name,
            header,
            columns: JSON.stringify(columns),
            words: JSON.stringify(known),
            created_by: caller.userId,
            created_at: createdAt,
          })
          .execute();
      } catch (error) {
        if (violatedConstraint(error) === "csv_mappings_by_name") return refuse("mapping-name-taken", error);
        throw error;
      }
      const answer = presentMapping({ id, name, header, columns, words: known, createdAt });
      return { answer, entry: { subject: id, details: { name } } };
    },
    renameMapping: async ({ input: { mappingId, name }, caller, tx }) => {
      const ofIt = { company_id: caller.companyId, id: mappingId };
      const before = await tx
        .selectFrom("app.csv_mappings")
        .select("name")
        .where((eb) => eb.and(ofIt))
        .executeTakeFirst();
      if (!before) return refuse("not-found");
      try {
        await tx
          .updateTable("app.csv_mappings")
          .set({ name })
          .where((eb) => eb.and(ofIt))
          .execute();
      } catch (error) {
        if (violatedConstraint(error) === "csv_mappings_by_name") return refuse("mapping-name-taken", error);
        throw error;
      }
      return { answer: { id: mappingId, name }, entry: { subject: mappingId, details: { before: before.name, name } } };
    },
    removeMapping: async ({ input, caller, tx }) => {
      const removed = await tx
        .deleteFrom("app.csv_mappings")
        .where("company_id", "=", caller.companyId)
        .where("id", "=", input.mappingId)
        .returning(["id", "name"])
        .executeTakeFirst();
      if (!removed) return refuse("not-found");
      return { answer: { id: removed.id }, entry: { subject: removed.id, details: { name: removed.name } } };
    },
  };
}

function presentMapping(mapping: SavedMapping) {
  return {
    ...plainMapping(mapping),
    header: [...mapping.header],
    id: mapping.id,
    createdAt: mapping.createdAt.toISOString(),
  };
}

function mappingOf(asked: string, mappings: readonly SavedMapping[]): SavedMapping {
  return mappings.find(({ id }) => id === asked) ?? refuse("not-found");
}
