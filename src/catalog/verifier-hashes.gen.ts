/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "a31b3626f514aa7467b38260ef938150d6bec36d067903730e7f33dc33acaea6",
  "verify.html": "649148b056d2bd2bc2457568a7dc05aff587ff525fc86b177e3c7c0aa7da3ee3",
} as const;
