/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "33d2d427ebc7f6a1fce0fd6cf3c4e1566500a3eb5ec224a891ab04df2bf273f9",
  "verify.html": "52150584d5eafffc6589cf3b1e4ac0e5d47873efe21657661fa867551cb991a2",
} as const;
