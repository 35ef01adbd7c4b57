/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "29e42ba0585b604d30945e2c9de6b36c2a1b9ff90906ed461b8b53a5719f73f0": "0.2.0-dev",
};
