/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4a7ae77c9623880243599a2ba1953d7a4c56c64b50198956093ea46f9a500c05",
  "verify.html": "478b2c29023e8d238f53671a0c1154666156c48ff9f9e7b74182f2c42b97e41b",
} as const;
