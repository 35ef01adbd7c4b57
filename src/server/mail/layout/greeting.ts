import { oneLine } from "./one-line.ts";

const LONGEST = 80;

/**
 * Greets by name. Anybody may sign up with somebody else's address, and so have us send a stranger a name of their
 * choice: one that is long, or that a mail program could make a link of, is left out.
 */
export function helloTo({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const name = oneLine(`${firstName} ${lastName}`);
  const couldBeLink = /[/:@\\]|[^\s.]\.[^\s.]|www/iu.test(name);
  return name === "" || name.length > LONGEST || couldBeLink ? "Hello," : `Hello ${name},`;
}
