import { createHash } from "node:crypto";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { allAcknowledged } from "#judge/registers/acknowledged.ts";
import { judgeSnapshot } from "#judge/registers/index.ts";
import type { Tx } from "../db/as-caller.ts";
import type { RegistersAsked, RegistersRead } from "./read-registers.ts";
import { readPassing } from "./read-passing.ts";

/**
 * What is sealed of registers that could not be read: what they passed last, of which nothing is known now. Undefined where nothing passes,
 * or where the company was closed.
 */
export async function notReadSnapshot(
  tx: Tx,
  { companyId, at, judge }: RegistersAsked,
): Promise<Pick<RegistersRead, "location" | "manifest" | "parts" | "counts" | "digest"> | undefined> {
  const company = await tx
    .selectFrom("app.companies")
    .select("storage_location_id")
    .where("id", "=", companyId)
    .executeTakeFirst();
  const passedBefore = await readPassing(tx, companyId, at);
  if (!company || passedBefore.length === 0) return undefined;
  const snapshot: SnapshotManifest = {
    format: SNAPSHOT_FORMAT,
    takenAt: at.toISOString(),
    registers: [],
    collections: [],
    programs: [],
    samePeople: [],
    failingControls: [],
    passedBefore,
    notRead: true,
    ...(judge !== undefined && { judged: { judge, at: at.toISOString() } }),
  };
  const instant = at.toISOString();
  const acknowledged = allAcknowledged([]);
  const { parts } = judgeSnapshot({ instant, snapshot, pages: [], acknowledged, exhibit: () => undefined });
  const manifest = `${JSON.stringify(snapshot, null, 1)}\n`;
  return {
    location: company.storage_location_id,
    manifest,
    digest: createHash("sha256").update(manifest).digest(),
    parts: parts.map((part) => ({ ...part, restsOn: [] })),
    counts: [],
  };
}
