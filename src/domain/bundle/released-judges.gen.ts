/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "d0be3220daccca3f9b8701fe96fc44c0e9b8f430a7f0900f9096c0c5ad04ef6b": "0.2.0-dev",
};
