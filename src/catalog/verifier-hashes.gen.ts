/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "968563eed388d897d3cc4d40dab3c886e387c1ec8c7332afe308015ed3485390",
  "verify.html": "79c6af5a17b4762354107e6e1d553d0e6a5dbf06b388f66c91f41d7aeb42d545",
} as const;
