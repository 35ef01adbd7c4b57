/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "7cb0b8f13284832f7bc82b61681f617a5c1daf7516119949310f3891085e245e",
  "verify.html": "a5ca1b27bee3e1f1e10cd85e804562733f962374f3cdef786753c9bd898fd514",
} as const;
