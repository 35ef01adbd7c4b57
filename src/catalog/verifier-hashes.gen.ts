/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cf2aaaac079c6d353979984e2886eab8924111b16c8d2de16738c798e7385deb",
  "verify.html": "71cb523728aa3a681f1435353e896938b0757cd6ec00ffd25f49c352c8a2605f",
} as const;
