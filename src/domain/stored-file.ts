/** What can be wrong with a stored file, and how the end of a sentence about it says so. */
export const damages = {
  missing: "is missing from storage",
  cut: "is shorter than when it was filed",
  altered: "is not what was filed",
  unreadable: "cannot be read from its disk",
} as const;

export type Damage = keyof typeof damages;

/** The same for a word that a record holds; a damage that this version does not know is only called one. */
export const sayDamage = (damage: unknown): string =>
  typeof damage === "string" && Object.hasOwn(damages, damage) ? damages[damage as Damage] : "is damaged";
