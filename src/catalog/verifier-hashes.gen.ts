/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "585f30e9faba976fa61803f0834196291f5f6197ddbabf4f66f931807771c3f1",
  "verify.html": "92908f436d52b477ba129de7c9b6762297d154b805a1de31ac04b1abf844da8d",
} as const;
