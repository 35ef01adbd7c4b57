/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "edb18df20a1f9ecc26b8e8b4cfa1e9a14021f82f01ac4e1e7aa8f1b29891be92",
  "verify.html": "1277c6f0e51c6206d5f62d9f5d0575a80e6014189e02adb43822408acf464759",
} as const;
