/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "81fb4306c1e6fc4f240e6356456ae824cb224c5b331c219c69dcd05d0fae47ae",
  "verify.html": "69a13c88908a1134135fcab5fb7a5db8324241c25231cc18aabbb7fd2c569dfd",
} as const;
