/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "364d1e97e1c81293c2ab149313837eabdade56eb862d826ddb77740e29152f6e",
  "verify.html": "27c55a3d2ca7b3f4f04f9e58f7b851de72b731d98d08083f1fcf69e3d3ab1731",
} as const;
