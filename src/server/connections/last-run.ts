import { sql } from "kysely";
import type { EvidenceItem, Step, StepReport } from "#connectors/connector.ts";
import type { Tx } from "../db/as-caller.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { getItem, openItem } from "../evidence/open-item.ts";
import { asConnection } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { readDocument } from "./exhibit-document.ts";
import type { ExhibitDocument } from "./exhibit-document.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Databases } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly databases: Databases;
  readonly keys: Keys;
}

/** The run before this one that brought something. */
export interface LastRun {
  readonly id: string;
  readonly slot: Date;
  readonly digest: Buffer;
  readonly evidenceId: string;
  /** When the exhibit that says it was due. */
  readonly exhibitSlot: Date;
  readonly observedAt: Date;
  readonly steps: readonly StepReport[];
  /** False once the exhibit is withdrawn: it is renewed no more, and nothing is compared with it. */
  readonly stands: boolean;
}

const HOUR = 60 * 60 * 1000;

/** The newest run of the connection that was published; undefined before the first one. */
export async function findLastRun(tx: Tx, { companyId, connectionId }: Claim): Promise<LastRun | undefined> {
  const { rows } = await sql<{
    id: string;
    slot: Date;
    digest: Buffer;
    evidence_id: string;
    stands: boolean;
    exhibit_slot: Date;
    observed_at: Date;
    steps: StepReport[];
  }>`SELECT r.id, r.slot, r.digest, r.evidence_id, r.observed_at, r.steps, e.id IS NOT NULL AS stands, coalesce(f.slot, r.slot) AS exhibit_slot
    FROM app.collection_runs r
    LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
    LEFT JOIN LATERAL (SELECT f.slot FROM app.collection_runs f WHERE f.company_id = r.company_id AND f.evidence_id = r.evidence_id
      AND NOT f.unchanged ORDER BY f.observed_at DESC LIMIT 1) f ON true
    WHERE r.company_id = ${companyId} AND r.connection_id = ${connectionId} AND r.state = 'done'
    ORDER BY r.slot DESC LIMIT 1`.execute(tx);
  const [row] = rows;
  return (
    row && {
      id: row.id,
      slot: row.slot,
      digest: row.digest,
      evidenceId: row.evidence_id,
      stands: row.stands,
      exhibitSlot: row.exhibit_slot,
      observedAt: row.observed_at,
      steps: row.steps,
    }
  );
}

/** What a run's exhibit holds; undefined where its file is lost or damaged, or of a form that we do not know. */
export async function readExhibit(services: Deps, claim: Claim, last: LastRun): Promise<ExhibitDocument | undefined> {
  const bytes = await readFile(services, claim, last).catch((error: unknown) => {
    if (isLoss(error)) return undefined;
    throw error;
  });
  return bytes && readDocument(bytes);
}

/** Whether the file of a run's exhibit is lost or damaged. A store that does not answer now says nothing about that. */
export async function isExhibitLost(services: Deps, claim: Claim, last: LastRun): Promise<boolean> {
  return await readFile(services, claim, last).then(() => false, isLoss);
}

const isLoss = (error: unknown) => error instanceof BrokenSeal || error instanceof MissingBlob;

async function readFile(services: Deps, claim: Claim, { evidenceId }: LastRun): Promise<Buffer> {
  // The bytes come after the transaction has ended: nothing waits for the store with a connection in hand.
  const bytes = await asConnection(services.databases.user, claim, async (tx) =>
    openItem(services, tx, claim.companyId, await getItem(tx, claim.companyId, evidenceId)),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Whether a costly step is left out this time: it was complete, and is not due again before half a period from now. A period
 * is how often the connection is collected.
 */
export function isNotDue(step: Step, last: StepReport | undefined, now: Date, periodMinutes: number): boolean {
  if (!step.everyHours || step.everyHours <= 1 || last?.status !== "complete") return false;
  const due = Date.parse(last.startedAt) + step.everyHours * HOUR;
  return due > now.getTime() + (periodMinutes / 2) * 60_000;
}

/** The items of one step, as the exhibit holds them. */
export function itemsOfStep(document: ExhibitDocument, stepId: string): EvidenceItem[] {
  return document.items.filter(({ step }) => step === stepId).map(({ step: _, ...item }) => item);
}
