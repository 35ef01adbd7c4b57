/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4a69c3aca97e7e86a634454d1d1997b4afa54f29d1ff4431fceda3a325f2ed99",
  "verify.html": "8239ba6087ddf0aed7015302cba8a9c1a5e9c5963a2f4c18fcf8d5ab797d8d6b",
} as const;
