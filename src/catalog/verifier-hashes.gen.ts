/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "214f7cde8355e3e74ab7ec6d71ab2bd740bc877a67e9c065e0f94cae1a5fc106",
  "verify.html": "d1e9da5cd7de50dd7a92879fc54107bba5a837b029edfb4db8c18ef5f7b62108",
} as const;
