/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "263743d874bb0c55d500892d6a8a99aa35fbcefbbc15fa5ac3b1af649a935c17": "0.2.0-dev",
};
