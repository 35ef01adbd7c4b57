/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `node scripts/verifier-hashes.ts`. */
export const verifierHashes = {
  "verify.mjs": "8ad429f771b91a626f27f7f277de062ad72b6f232cf046eaf2f87649147a8b14",
  "verify.html": "edc5c4601bc18147888e7d31d48f1a93580b46b8c9d2c57fa835adff760e3a30",
} as const;
