/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a9b6dc33a0ee1231fce2c4310510747a38458a93a41f3daa2c681096ebe88e5d": "0.2.0-dev",
};
