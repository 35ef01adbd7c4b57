/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2f542fdd78d26cd9d9b0c7aafe1f1bcebac626322f9619a8eba88662548eaa6c",
  "verify.html": "f39b0e69810c19ff208547232d95c61dca3ba7c791da3234ce0db7a6640dde2f",
} as const;
