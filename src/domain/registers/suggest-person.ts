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
 * The one person who has the account's address, or else whose name the account's is like; undefined where none is, or several are. A
 * hint for somebody who decides: names are given to more than one person, and a system may show any address, so nothing is decided by it.
 */
export function suggestPerson<Person extends Named>(label: string, people: readonly Person[]): Person | undefined {
  const addressed = people.filter(({ email }) => email?.toLowerCase() === label.toLowerCase());
  if (addressed.length > 0) return addressed.length === 1 ? addressed[0] : undefined;
  const own = label.split("@")[0] ?? "";
  const words = wordsOf(own);
  if (words.length === 0) return undefined;
  const wanted = words.length > 1 ? words.toSorted().join(" ") : words[0]!;
  const found = people.filter(({ name }) => formsOf(name).includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}
