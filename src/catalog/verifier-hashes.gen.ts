/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "57fb12215c2b470aeea212c2692ad9b9b99a0a68eabcb2919d76cb24d4cd6789",
  "verify.html": "cd8e198da01eecf1cf365b195916afe8f4d826812e1391d6524a0ea0b082bea0",
} as const;
