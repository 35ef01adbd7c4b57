/**
 * What an origin is made of: the ledger's own name, and which ledger of that name it is. A company whose ledger was lost
 * begins another one under `HOST/log/ID.2`, which never continues the first.
 */
export function partsOfOrigin(origin: string): { readonly ledger: string; readonly turn: number } {
  const match = /^(.*[^.])\.([2-9]|[1-9]\d{1,5})$/.exec(origin);
  // A host's last label may be a number; what comes after the last slash is the ledger.
  return match && match[1]!.includes("/log/")
    ? { ledger: match[1]!, turn: Number(match[2]) }
    : { ledger: origin, turn: 1 };
}

/** The name of the ledger that is the so-manieth of its name; the first has no number. */
export function originAt(ledger: string, turn: number): string {
  return turn === 1 ? ledger : `${ledger}.${turn}`;
}
