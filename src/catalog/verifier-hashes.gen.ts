/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8e51b06fd37884efefb9acc87e36342be5b17694e7162204b5625ef74d862e06",
  "verify.html": "9411c80679b403368482fea2c7d4bbafcb96db426126929db7c0a0d8ade0e50b",
} as const;
