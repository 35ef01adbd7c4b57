/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5f586932f82c52c24d6c6604d6e7331593f032583a0a345bb2ec254946a7f341",
  "verify.html": "9b785d6bdc31756bd114a19dd49a2dcc7b3ea08d8d001c840bf27966970b62e2",
} as const;
