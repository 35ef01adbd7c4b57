/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8d24e343fef1fa67518ecc3d9a7d6ab65c08cfea1b88eb73fb374dd1001c0332",
  "verify.html": "7fd54aecd49bb8522b280115e7dc1f57712571dce6e13c33ccd2bce12257f847",
} as const;
