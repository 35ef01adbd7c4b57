import { randomUUID } from "node:crypto";
import { insertExport } from "#server/exports/export-rows.ts";
import { sealManifest } from "#server/bundle/seal-manifest.ts";
import type { Within } from "#server/db/without-privilege.ts";
import { newestCheckpoint } from "#server/ledger/checkpoints.ts";
import type { Instance } from "./instance.ts";

/** Asks for an export of the whole company, as its page does; `seal` has the manifest signed. */
export async function askExport({ app, userId }: Instance, within: Within, companyId: string) {
  const { signer } = app.services;
  const head = await within((tx) => newestCheckpoint(tx, signer, companyId));
  const id = randomUUID();
  const asked = { companyId, id, userId, at: new Date(), ledgerSize: head.size, format: "bundle", step: "" } as const;
  await within((tx) => insertExport(tx, { ...asked, projectId: undefined, from: undefined, to: undefined }));
  const about = { companyId, id, number: "CR-bench", project: undefined };
  return {
    plan: { ...about, companyName: "Export", days: {}, issuedAt: new Date(), head, losses: [] },
    seal: (manifest: Uint8Array) =>
      sealManifest({ signer, within, caller: { userId }, companyId, exportId: id }, manifest),
  };
}
