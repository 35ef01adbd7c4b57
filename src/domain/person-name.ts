/**
 * A person's name, typed in one field, as first and last name: the first word, and what follows it. `lastName` is empty for
 * a name of one word.
 */
export function splitName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [firstName = "", ...more] = name.split(/\s+/u).filter(Boolean);
  return { firstName, lastName: more.join(" ") };
}
