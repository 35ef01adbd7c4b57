/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b4621840343b5bb376ad76c1138c22ee163ea029bf215240c558dea2f8dfcbdf",
  "verify.html": "89c9c1b5b215a69788e615439637b51c9d8d4cbc9a9c7dd559308b963c8cc439",
} as const;
