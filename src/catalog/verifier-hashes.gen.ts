/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "e4b78cb91f54240ce2302322995ed4b88603ea03808b0995bd861217c721a932",
  "verify.html": "ce57f6f5491235190a7770e6d4c9a1dd8ccab4f5ad232824e18a590cf19d413d",
} as const;
