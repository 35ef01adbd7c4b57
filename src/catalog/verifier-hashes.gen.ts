/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "76802e4245285068293a8ada71970fd5414cedc435ad3d9e1a1f717aa699525c",
  "verify.html": "7378c90e6c11a5c9770dbdcfee051d69c395c4ebe25351a202946d5fa94dc5ef",
} as const;
