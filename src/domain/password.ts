/** What a password that may be set has to have (specification, section 5), in the order in which it is said. */
const wanted: readonly (readonly [string, (password: string) => boolean])[] = [
  // Characters are code points, so that an emoji does not count twice.
  ["at least 8 characters", (password) => Array.from(password).length >= 8],
  ["an uppercase letter", (password) => /\p{Lu}/u.test(password)],
  ["a lowercase letter", (password) => /\p{Ll}/u.test(password)],
  ["a number", (password) => /\p{Nd}/u.test(password)],
];

/** What a password still lacks, in words that follow `Still needs`; empty for one that may be set. */
export function passwordLacks(password: string): readonly string[] {
  return wanted.filter(([, has]) => !has(password)).map(([words]) => words);
}

/**
 * Whether a password may be set: at least 8 characters with an uppercase letter, a lowercase letter and a number, in any
 * script.
 */
export function isStrongPassword(password: string): boolean {
  return passwordLacks(password).length === 0;
}
