/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "62fc76c1d4fed6bef259bd4bc7766c8aa61d156c069f11b714770d9c19aa8922",
  "verify.html": "3aacab4747bf3feddb6e7ffff2e680b7ca62b5360fce143b482ef7d0f05db42f",
} as const;
