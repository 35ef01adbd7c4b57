import { createHash } from "node:crypto";
import { originAt } from "#domain/ledger/origin.ts";

/**
 * The name of a company's ledger, and of the key that signs it. `generation` counts the times that it began: each loss that an
 * operator accepted begins the next, and none is ever continued after that.
 */
export function originOf(host: string, companyId: string, generation: number): string {
  return originAt(`${host}/log/${companyId}`, generation);
}

/** The company and generation that an origin is of; undefined for a text that is none. */
export function parseOrigin(origin: string): { readonly companyId: string; readonly generation: number } | undefined {
  const match = /^[^/\s]+\/log\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([2-9]|[1-9]\d{1,5}))?$/.exec(origin);
  return match ? { companyId: match[1]!, generation: Number(match[2] ?? 1) } : undefined;
}

/** What an origin is called where anchors are kept: it may hold what no file name may. */
export function ledgerNameOf(origin: string): string {
  return createHash("sha256").update(origin).digest("hex");
}
