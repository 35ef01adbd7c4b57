/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5ecffb551bce797a43e478430f19def9a890db08165ee245cbb002e40ea266cf",
  "verify.html": "a323b6f245b990a9c32a716f4bec08ccf7bbbe2f6f70fc6773e511318635ad71",
} as const;
