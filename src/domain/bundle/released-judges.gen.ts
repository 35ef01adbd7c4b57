/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "511f19ab7e02ca6783d14afd3688007be291f027520c61bd348fbf33a86340f7": "0.2.0-dev",
};
