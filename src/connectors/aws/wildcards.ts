/**
 * Whether a pattern of IAM matches a text: `*` stands for any signs, `?` for one, and letters are equal in either case. In time that
 * grows with the product of both lengths, whatever the pattern.
 */
export function matches(pattern: string, text: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), text.toLowerCase()];
  let [at, from] = [0, 0];
  let [star, taken] = [-1, 0];
  while (from < given.length) {
    if (at < wanted.length && wanted[at] !== "*" && (wanted[at] === "?" || wanted[at] === given[from])) {
      at++;
      from++;
    } else if (wanted[at] === "*") {
      star = at++;
      taken = from;
    } else if (star >= 0) {
      at = star + 1;
      from = ++taken;
    } else {
      return false;
    }
  }
  while (wanted[at] === "*") at++;
  return at === wanted.length;
}
