/** What tells that two records of People are one person's. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string | undefined;
  readonly employeeId: string | undefined;
  /** Addresses of accounts that are theirs. */
  readonly accounts: readonly string[];
}

const fold = (text: string) => text.trim().toLowerCase();

/**
 * What is typed where there is nothing to type, without its signs. It names nobody, and whoever types it could have left the field empty. A
 * value that many records share is none of these: it may be one person's, whom a few more records would make a stranger to themselves.
 */
const PLACEHOLDERS = /^(?:|0+|x+|na|none|nil|null|no|not applicable|not available|unknown|pending|tba|tbd)$/;
const isNoName = (text: string) =>
  PLACEHOLDERS.test(
    fold(text)
      .replaceAll(/[^\p{L}\p{N} ]/gu, "")
      .trim(),
  );

/** Groups of records that are one person's: the same address or employee id, or an account of theirs with the other's address. */
export function samePeople(people: readonly KnownPerson[]): readonly (readonly string[])[] {
  const groupOf = new Map(people.map(({ id }) => [id, new Set([id])]));
  const first = new Map<string, string>();
  for (const { id, email, employeeId, accounts } of people) {
    const names = [
      ...[email, ...accounts].flatMap((address) =>
        address === undefined || isNoName(address) ? [] : [`@ ${fold(address)}`],
      ),
      ...(employeeId === undefined || isNoName(employeeId) ? [] : [`# ${fold(employeeId)}`]),
    ];
    for (const name of names) {
      const other = first.get(name);
      if (other === undefined) first.set(name, id);
      else if (groupOf.get(other) !== groupOf.get(id)) {
        // The smaller group joins the larger one: nobody is moved more often than groups can double.
        const [some, more] = [groupOf.get(other)!, groupOf.get(id)!].toSorted((a, b) => a.size - b.size) as [
          Set<string>,
          Set<string>,
        ];
        for (const own of some) {
          more.add(own);
          groupOf.set(own, more);
        }
      }
    }
  }
  return [...new Set(groupOf.values())].filter(({ size }) => size > 1).map((group) => [...group].toSorted());
}

/** By a record of People the first one of the same person: itself where it is the only one. Groups that share somebody are one. */
export function whoIs(groups: readonly (readonly string[])[]): (id: string) => string {
  const above = new Map<string, string>();
  const who = (id: string): string => {
    let first = id;
    for (let next = above.get(first); next !== undefined; next = above.get(first)) first = next;
    // Whoever is asked about again is found at once, however many groups share somebody.
    for (let own = id; own !== first;) {
      const next = above.get(own)!;
      above.set(own, first);
      own = next;
    }
    return first;
  };
  for (const group of groups) {
    for (const id of group) {
      const [first, other] = [who(group[0]!), who(id)];
      if (first !== other) above.set(other, first);
    }
  }
  return who;
}
