/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "0b287a5d9a5249ebb40c1af7a451acae3edf671fceae3faf9b45d44f23f522b3",
  "verify.html": "4712a7b6755b774565a3688b0945d6e7b15395ce62729c7d5accec6671866c98",
} as const;
