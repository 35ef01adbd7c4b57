/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "33a521bed6de096801afc39f2b1914c72231effee9d895f79c461a776ea098bd",
  "verify.html": "64d5ee179ec9abec7afa3f5daf5d454a0c6630e8f588a74db08497f06ac35fc9",
} as const;
