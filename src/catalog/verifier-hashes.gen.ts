/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8636bf717a2f73a67ded307e80f09d76d0879e0a2421761e98ec3c5c9cc7829f",
  "verify.html": "50d3b23ecfa861ab981f2ebfb53c72e4625dc1a84ec7e7c3e0858749aa5533cb",
} as const;
