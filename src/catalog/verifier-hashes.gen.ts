/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "404ffe0114a74b43c069bc3554a5f6ee055a161eaeadc47cdbf5de9bb3923cee",
  "verify.html": "7a9f85c96f47a21ce6dd9e70373edc8894ad9f3aa63fa22019b412d56eb98cdb",
} as const;
