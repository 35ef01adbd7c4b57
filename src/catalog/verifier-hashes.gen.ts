/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9e63ed43799aeab0f36faf19d2a901d5337befe156cf30b7b9b2ce944ee7f76f",
  "verify.html": "51c936a6fdb2eed43169cb8c3e107fe38452afbae297cc193dd547a8fd402e2d",
} as const;
