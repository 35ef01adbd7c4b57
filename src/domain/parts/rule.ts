/** By which rule results decide checks now: 1 speaks of whole checks, 2 answers parts. The database has it with each result. */
export const RULE = 2;

/** The rule of a result: what names no part speaks by the first, whenever it was said. */
export const ruleOf = ({ aspect }: { readonly aspect: string }): number => (aspect === "" ? 1 : RULE);
