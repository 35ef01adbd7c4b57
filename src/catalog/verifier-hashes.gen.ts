/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d5732a72fbee5ab9b251f9d1307f8d68f7d9c44658942e0076734c20b31011e0",
  "verify.html": "f3450ccba4e30b6ecc3287e14df0cf4ac6f2ee0c4941ab2735add3f1d3d88a8a",
} as const;
