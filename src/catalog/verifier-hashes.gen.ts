/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6dda9162816938264143c07ad808ab57c0eb14ef3ad9d96d0f1f7a6fe92fd3f9",
  "verify.html": "cc03f67a198c734202f62e5ebdc2e0be5f4a6fb7b73787daa95718e89682e3c6",
} as const;
