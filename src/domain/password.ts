/**
 * Whether a password may be set (specification, section 5): at least 8 characters with an uppercase letter, a lowercase
 * letter and a number, in any script. Characters are code points, so that an emoji does not count twice.
 */
export function isStrongPassword(password: string): boolean {
  return (
    Array.from(password).length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password)
  );
}
