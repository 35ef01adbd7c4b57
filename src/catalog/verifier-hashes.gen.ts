/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "26e14976fd0ac186663f1586e99ea15e80f9dd0b8784331917a20b57836d628c",
  "verify.html": "25081c2331b176cba66fa15b348dd623ec4a4605ec56c4ef0e745f6bd59c04d8",
} as const;
