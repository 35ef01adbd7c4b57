/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4c796c6cdddd45103ad8703b9e7a402cb051bb53340b883bf80ab4efe9b04621",
  "verify.html": "0a6208655ae99a00c107b5600845d30c3e4fc6dcc813cfe96565b57a75d4954e",
} as const;
