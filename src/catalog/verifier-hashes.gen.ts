/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "42ce3b671b9dc67a2c14c3d2ed87748ed45a61b869f3d80b91a5c9558201bbb0",
  "verify.html": "ada9542e648d6931c8224de944698b7fd79db409604fc59a53abe3a1a7fa5cce",
} as const;
