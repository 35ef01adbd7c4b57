/** A page of people as it is asked for. */
export interface AskedPage {
  readonly search?: string | undefined;
  /** Where the page before ended. */
  readonly after?: string | undefined;
  readonly limit: number;
}

interface Standing {
  readonly row: { readonly number: number; readonly name: string };
  readonly own: readonly { readonly state: "passed" | "due" | "late" }[];
  readonly isDone: boolean;
}

/** Where somebody stands in the list, by which pages go on whoever is added or passes meanwhile. */
interface Place {
  readonly rank: number;
  readonly name: string;
  readonly number: number;
}

/** Of people those whom a search finds, late ones first, then who has something to do, by their names; one page of them where one is asked for. */
export function pageOfPeople<Person extends Standing>(
  all: readonly Person[],
  asked?: AskedPage,
): { readonly people: readonly Person[]; readonly found: number; readonly next: string | null } {
  const words = (asked?.search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const found = all
    .map((person) => ({ person, place: placeOf(person) }))
    .filter(({ place }) => hasWords(`per-${place.number} ${place.name}`, words))
    .toSorted((a, b) => compare(a.place, b.place));
  if (!asked) return { people: found.map(({ person }) => person), found: found.length, next: null };
  const after = asked.after === undefined ? undefined : readPlace(asked.after);
  const left = after ? found.filter(({ place }) => compare(place, after) > 0) : found;
  const shown = left.slice(0, asked.limit);
  const last = shown.at(-1)?.place;
  return {
    people: shown.map(({ person }) => person),
    found: found.length,
    next: left.length > shown.length && last ? writePlace(last) : null,
  };
}

function placeOf({ row, own, isDone }: Standing): Place {
  const rank = own.some(({ state }) => state === "late") ? 0 : isDone ? 2 : 1;
  return { rank, name: row.name.toLowerCase().slice(0, 300), number: row.number };
}

/** Whether these words stand in a text, in their order. */
function hasWords(text: string, words: readonly string[]): boolean {
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word, from);
    if (at === -1) return false;
    from = at + word.length;
  }
  return true;
}

const compare = (a: Place, b: Place): number =>
  a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.number - b.number);

const writePlace = ({ rank, name, number }: Place): string => `${rank} ${number} ${name}`;

/** A place as an answer gave it; the contract refuses what begins otherwise. */
function readPlace(text: string): Place {
  const [rank, number] = text.split(" ", 2).map(Number) as [number, number];
  return { rank, number, name: text.slice(text.indexOf(" ", 2) + 1) };
}
