/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "24c2edf7b83c27606c0cc42d32a937cdba34b894c3eeb7a6d99b54b4465b9609",
  "verify.html": "90ff8b94af485e9d56c87ce5199d2f5e1e624de366dcdac9f30d8000fb53a1a2",
} as const;
