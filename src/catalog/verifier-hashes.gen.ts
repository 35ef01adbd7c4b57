/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9ad20c99d159941c31078a30e385798a661f7b22b82c3e500552c980fa2698c6",
  "verify.html": "20644577d7155760a91998b0e11180998f29cf53acc759a09cb046907e6dfa48",
} as const;
