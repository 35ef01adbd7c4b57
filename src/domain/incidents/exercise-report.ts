/**
 * How many days after its closing an exercise still files its own report: what is done in somebody's name follows from what they just did.
 * Of an older one somebody submits it.
 */
export const FILES_ITSELF_DAYS = 31;
