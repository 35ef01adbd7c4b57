import { sayAmount } from "#domain/limit-words.ts";

interface Amounts {
  readonly used: number;
  readonly most: number | null;
  readonly unit: "number" | "bytes";
}

/** How much of a limit is used, as a person reads it: `1.2 GB of 10 GB`, or `12, no limit`. */
export function limitWords({ used, most, unit }: Amounts): string {
  return most === null ? `${sayAmount(used, unit)}, no limit` : `${sayAmount(used, unit)} of ${sayAmount(most, unit)}`;
}
