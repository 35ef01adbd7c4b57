/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9ee760935910cdb6fbf098a574ea59f219309b1804c137e6a520fffcfe98f1db",
  "verify.html": "98fdc95688dbd4b9c7c4c6195e8ec0cafe9e9356c4f2d6b0a71d40a5675c0cc6",
} as const;
