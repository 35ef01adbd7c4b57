/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "deec51a8353594eceb2555799ffd17c4da356071aedf5d1556e913a8862f6f72",
  "verify.html": "b4f0e5ad30ce57f6f8514707187730c1469e9b79a258b4cb702d04868a543a68",
} as const;
