/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cb50adbfd716fa4ded6752328786ebff3f966a0d6fec7d51783707d296440aca",
  "verify.html": "31a00476bb3252200f05a3b78f276766394547a17d20138eae7f2ec039bb4275",
} as const;
