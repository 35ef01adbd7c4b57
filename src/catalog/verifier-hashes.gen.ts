/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `node scripts/verifier-hashes.ts`. */
export const verifierHashes = {
  "verify.mjs": "82ba496c0a6e67d7d47d16a9b68a4fbef919232fa0b7ec71707f134ceb5a1a41",
  "verify.html": "edc5c4601bc18147888e7d31d48f1a93580b46b8c9d2c57fa835adff760e3a30",
} as const;
