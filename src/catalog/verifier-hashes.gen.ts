/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2778f75a278dadd770f34dc087d7c00bb653081e0a3be6614af63d38fcf0c049",
  "verify.html": "c14e5afc31b7cf05bcadc8a29221a14b22087467f6a0d13cbfcae024d1f656e2",
} as const;
