/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "327bc5f321ba36abca48bf38402d8a935f79590c267b83538702c5a6565a2705",
  "verify.html": "5bcabfcb7a3d1763bde0280e7eabaeef957b6c37ece56f6ca1257b7393d6b0ed",
} as const;
