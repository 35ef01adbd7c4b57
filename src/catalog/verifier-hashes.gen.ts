/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "02ba2f0669852104dd16c71d6c743ec23c88a91c3cf9171644ab7126aae274e6",
  "verify.html": "a874b6248a0b6381098fd0d4b4e84abbc6e409f9b08c06c31a3ef33f7c973230",
} as const;
