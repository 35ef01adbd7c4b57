/** By which rule results decide checks now: 1 spoke of whole checks, 2 answers parts. The database has it with each result. */
export const RULE = 2;
