/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4c220228a9cd3e73732045ba5f3a91a6f1503226ae8b422b5e5b7e43be5402b6",
  "verify.html": "8574f2efc83b8cef1dd1d6a64bf7ea69b4ec7a054b5904d4f88ae03fe07e9c3c",
} as const;
