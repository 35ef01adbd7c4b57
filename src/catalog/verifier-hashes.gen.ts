/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cc7b675dfb5db95032079ee419bd5ecc58c6b606b363a3d4bc0796e02e3c3e92",
  "verify.html": "ea5be32bc9a9eaa8a6959d6e09316e4f359b94f3c1f6cf0cb63c30e08b777c70",
} as const;
