/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "77611ada206ef3bc0f59f3cf4d86882a9d801bda508684b7682be546d8280f66",
  "verify.html": "b860388c88df0b7a9dd76a2caeea660c4058f593b5bd4ef820c239a9934a8323",
} as const;
