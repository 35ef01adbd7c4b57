/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a1a00e29db638811325dd143a76767b6da72d99df4698b495bb9167892257582": "0.2.0-dev",
};
