/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "cb3a2378f9bcb20737353de70125da5666c43d7e1a0edc8cf3dd5cccbf3f507f": "0.2.0-dev",
};
