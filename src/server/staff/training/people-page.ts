/** A page of people as it is asked for. */
export interface AskedPage {
  readonly search?: string | undefined;
  /** Where the page before ended. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Where somebody stands in a list: late ones first, then by their names. Pages go on from there whoever is added or passes meanwhile. */
export interface Place {
  readonly rank: number;
  /** Folded, as the database has it. */
  readonly name: string;
  readonly number: number;
}

export const writePlace = ({ rank, name, number }: Place): string => `${rank} ${number} ${name}`;

/** A place as an answer gave it; the contract refuses what begins otherwise. */
export function readPlace(text: string): Place {
  const [rank, number] = text.split(" ", 2).map(Number) as [number, number];
  return { rank, number, name: text.slice(text.indexOf(" ", 2) + 1) };
}
