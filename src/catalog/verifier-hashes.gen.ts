/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b2f2fc56bbea0bfb936513da0d04f543da1ae695d17b3028567dc1be17da7b9c",
  "verify.html": "d3329d6ac01aeb0d49a28aaa050b5d84c91cce3ffb2fed60f7b1b2aa57fc54bb",
} as const;
