/** An account as a list has it: whether it is active, where that was read, and whose it is, where that is known. */
interface Listed {
  readonly id: string;
  readonly active: boolean | null;
  readonly personId: string | null;
}

/** An account that was active, with whose it was. */
export interface ActiveAccount {
  readonly id: string;
  readonly personId: string;
}

/** Somebody whom a list no longer shows active, and the exhibit that says so first. */
export interface Gone {
  readonly personId: string;
  readonly evidenceId: string;
  readonly seenAt: string;
}

/** What is remembered of the lists of a connection. */
export interface Remembered {
  /** Null before a list that was whole and not empty. */
  readonly active: readonly ActiveAccount[] | null;
  readonly gone: readonly Gone[];
}

interface Read {
  readonly evidenceId: string;
  readonly seenAt: string;
  readonly whole: boolean;
  readonly accounts: readonly Listed[];
}

/**
 * What is remembered after the next list was read: who had an active account in the newest list before and has none in this one is gone
 * until a later list shows them active. A list that is empty or not whole says nothing of who is missing in it, and neither does an account
 * that is somebody else's now, or of which it was not read whether it is active.
 */
export function afterList(before: Remembered, { evidenceId, seenAt, whole, accounts }: Read): Remembered {
  if (!whole || accounts.length === 0) return before;
  const now = new Map(accounts.map((account) => [account.id, account]));
  const isOpen = ({ active, personId }: Listed) => active !== false && personId !== null;
  const here = new Set(accounts.filter(isOpen).map(({ personId }) => personId!));
  // Of an account that is still listed it counts whose it is now: who is matched otherwise has not left.
  const hadThem = (before.active ?? []).map(({ id, personId }) => (now.has(id) ? now.get(id)!.personId : personId));
  const known = before.gone.filter(({ personId }) => !here.has(personId));
  const knownIds = new Set(known.map(({ personId }) => personId));
  const fresh = [...new Set(hadThem)].flatMap((personId) =>
    personId === null || here.has(personId) || knownIds.has(personId) ? [] : [{ personId, evidenceId, seenAt }],
  );
  const active = accounts.flatMap(({ id, active: isActive, personId }) =>
    isActive === true && personId !== null ? [{ id, personId }] : [],
  );
  return { active, gone: [...known, ...fresh] };
}
