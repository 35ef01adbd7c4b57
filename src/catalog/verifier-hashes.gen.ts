/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "3352a42a50e549870d5a8869350d272318fccaa98e2f0aaac20d248d702d5c74",
  "verify.html": "671441c6b1ecafd7f5ad5b0004951f40a8f95ede26b557d3ca9f4f4ad6ffdec9",
} as const;
