/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "7b86ebee49d767026d9bdc8d314185daee4dfc9c496565cefc27320b3b3f215a",
  "verify.html": "a20d6c281e4eedd08d7daa3e7be828571f336bea5fe735bbe608d65ccc6b0da7",
} as const;
