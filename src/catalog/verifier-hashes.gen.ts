/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "27afb9943c16dcd53c730891b749c930c5cc4e52ed64cd024664a1b0643610fd",
  "verify.html": "6590344659659b569a84c8b2d9cd9078adfb43d47556667f2ecb8ae05db674f2",
} as const;
