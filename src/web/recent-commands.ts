/** A place somebody went to by the palette; icons are found anew by its kind. */
export interface RecentCommand {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly to: string;
}

const kept = 6;
const prefix = "palette:";
const keyOf = (person: string, company: string) => `${prefix}${person}:${company}`;

/** The places somebody went to last in a company, the latest first. */
export function readRecent(person: string, company: string): readonly RecentCommand[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person, company)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, kept) : [];
  } catch {
    return [];
  }
}

/** Remembers a place; going there again moves it to the front. */
export function rememberRecent(person: string, company: string, place: RecentCommand): void {
  const others = readRecent(person, company).filter(({ id }) => id !== place.id);
  try {
    localStorage.setItem(keyOf(person, company), JSON.stringify([place, ...others].slice(0, kept)));
  } catch {
    // Storage may be closed to us, or full; then nothing is remembered.
  }
}

/** Forgets everybody's places: who signs out leaves no names of items behind. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is closed to us, so nothing was remembered.
  }
}

/** Only what leads into the workspace: the storage is not ours alone. */
function isPlace(value: unknown): value is RecentCommand {
  const place = value as RecentCommand | null;
  return (
    typeof place?.id === "string" && typeof place.label === "string" && /^\/dashboard(?![^/?#])/.test(String(place.to))
  );
}
