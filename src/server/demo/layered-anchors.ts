import type { AnchorStore } from "../ledger/anchor-store.ts";

/** Anchors over others that are only read: a visit signs on from where its template was signed. */
export function layeredAnchors(own: AnchorStore, below: AnchorStore): AnchorStore {
  const read: AnchorStore["read"] = async (...name) => (await own.read(...name)) ?? (await below.read(...name));
  return {
    create: async (ledger, size, bytes) => !(await read(ledger, size)) && (await own.create(ledger, size, bytes)),
    read,
    sizes: async (...wanted) =>
      [...new Set([...(await own.sizes(...wanted)), ...(await below.sizes(...wanted))])].sort((a, b) => a - b),
    ledgers: async () => [...new Set([...(await own.ledgers()), ...(await below.ledgers())])],
    forget: (ledger) => own.forget(ledger),
    marker: () => own.marker(),
    mark: (id) => own.mark(id),
    protection: () => own.protection(),
  };
}
