/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "f85466cf349acd9dfe07e83e98633a630439c4583199eda274d57b8bf3f74d36",
  "verify.html": "f590e32d441e413e7507f1677d62e87df7f828ef070d62a6f68dafb597cb00d7",
} as const;
