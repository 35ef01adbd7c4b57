/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "ee6fa2dfa2b08534022c061764dd566119b434d7b1698df86311aae5b0d8ac1d": "0.2.0-dev",
};
