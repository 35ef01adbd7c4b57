/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "e9a561d6ec97f465d7340bce4fd99c131465fa40a0fa4fab64ac33e96fd390fb",
  "verify.html": "8cbd05f1e4e1a63811bbf6ea458899e26fda519b530c5a1a1c69b8c02d8ef777",
} as const;
