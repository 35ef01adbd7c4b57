/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "c162067e6f1878b724d07d104932dbd068cdb5318272d7ad72b8cce68d7bc63d",
  "verify.html": "786d0d68d90dd0be4dcbba88b0ebc302efaac69b3f80c0791a98f16cb1ac3f56",
} as const;
