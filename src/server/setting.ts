import * as z from "zod";

/** One environment variable: what it means to a reader of the README, and what a value has to look like. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** As the README writes it, in Markdown. */
  readonly fallback: string;
  readonly meaning: string;
  readonly schema: S;
  /** Ends the sentence "NAME must …" that a wrong value is answered with. */
  readonly must: string;
  /** Its value never appears in a message. */
  readonly confidential?: true;
}

/** Declares one; its schema's type is kept. */
export function setting<S extends z.ZodType>(declared: Setting<S>): Setting<S> {
  return declared;
}

/** A whole number in these bounds, both included. */
export const wholeNumber = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
