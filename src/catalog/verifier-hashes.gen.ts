/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "25b10d6bead71bb6aa90fb2146ba2e38c6dc46253c64964b3e59e5089b1df855",
  "verify.html": "38b6431587b85b13679b110a0725f384b3e892f1eb1634d9d861a704d954a17c",
} as const;
