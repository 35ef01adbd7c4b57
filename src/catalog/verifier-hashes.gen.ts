/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "93988083777a96f73bf953fb50408ff3d6c96a3d286ba202a98b6184b5f9ba5e",
  "verify.html": "0767e2caf16e7a682637ee7c26ac7bd98373cce9498a649400ab1b528b5a2366",
} as const;
