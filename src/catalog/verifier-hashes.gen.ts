/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9fecada95e994405ec9c37820318a98ac1194ee661714165d669124c9d6722ad",
  "verify.html": "ddd410cde8089f4ce14011b51952ac88301dbed9d764792f96629e7bb3b23290",
} as const;
