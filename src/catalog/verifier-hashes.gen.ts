/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "69dd473c33cd2af266a0ec6220d321ff8171f8bcde6d42439cc83a125cf9aa68",
  "verify.html": "c14e5afc31b7cf05bcadc8a29221a14b22087467f6a0d13cbfcae024d1f656e2",
} as const;
