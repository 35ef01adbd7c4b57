/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8d1ec48301f6fb7bc733b96389adfd12c4b2c52dae53dc64222efe4b7b646d9b",
  "verify.html": "62a64019d4b9687a0395cbd61fd8bedc2656c7f1d08732f2db06c533f9dfefb4",
} as const;
