/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "baa4f5259722c4d2b6b442360e1200c2f068ff439434b18b2e585ab571a12f26": "0.2.0-dev",
};
