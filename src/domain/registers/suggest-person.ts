interface Named {
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
}

/** The words of a name, without accents, in lower case. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");

/** How somebody of this name may be called in an account: "dan reyes", "danreyes", "dreyes", "reyesd". */
function formsOf(name: string): readonly string[] {
  const words = wordsOf(name);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length < 2) return [first];
  return [words.toSorted().join(" "), first + last, last + first, first[0]! + last, last + first[0]!];
}

/**
 * Answers for an account's name the one person who has it for an address, or else whose name it is like; undefined where none is, or several
 * are. A hint for somebody who decides: names are given to more than one person, and a system may show any address, so nothing is decided by it.
 */
export function suggesterOf<Person extends Named>(people: readonly Person[]): (label: string) => Person | undefined {
  // Null where several may be called so.
  const byAddress = new Map<string, Person | null>();
  const byForm = new Map<string, Person | null>();
  const list = (found: Map<string, Person | null>, key: string, person: Person) =>
    found.set(key, found.has(key) ? null : person);
  for (const person of people) {
    const address = person.email?.toLowerCase();
    if (address) list(byAddress, address, person);
    for (const form of new Set(formsOf(person.name))) list(byForm, form, person);
  }
  return (label) => {
    const addressed = byAddress.get(label.toLowerCase());
    if (addressed !== undefined) return addressed ?? undefined;
    const words = wordsOf(label.split("@")[0] ?? "");
    if (words.length === 0) return undefined;
    const wanted = words.length > 1 ? words.toSorted().join(" ") : words[0]!;
    return byForm.get(wanted) ?? undefined;
  };
}
