/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d125b733dafdb3f6b4dd848061c213f010fcda373e493ae6d784c61f85d0055e",
  "verify.html": "eaf481660c92f0c0e63c75c5126a03f2508eef063c4cdbc1e0e64a0c11196890",
} as const;
