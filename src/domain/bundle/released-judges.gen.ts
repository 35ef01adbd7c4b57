/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e5d08faee40fa34044c0136405c1c443f1a9e87f26d420812cc26356473fef42": "0.2.0-dev",
};
