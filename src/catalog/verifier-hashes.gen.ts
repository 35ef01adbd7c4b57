/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d0b4d67065bab7a0af83a2c7f989e8e0fa07d24e8a252eb7eae7eb3138d7020a",
  "verify.html": "ae7d8a2453c7d27ff703f0ac5f5072cba145f8cf316b5650c5836570d5064a80",
} as const;
