/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8452d7ff0ba636f067ee68bba351c8947f5cb8f44d752fa954cae2df26fc7a62",
  "verify.html": "1269777c3ea45cbd8d2891d366cde0847719109daf7a534689bf0c7448dde1d6",
} as const;
