/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `node scripts/verifier-hashes.ts`. */
export const verifierHashes = {
  "verify.mjs": "ba788d46c8206589eb3135f110811dd89494e1fd1e3424bd742292bcaeecd086",
  "verify.html": "33db1d17fb174157b4cb371b755a9c310a0674becc1862d2a0c126d45870a576",
} as const;
