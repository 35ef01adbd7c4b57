/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "0d72057312bd886557d67b8087f2cb91619b16d64e4e09d1a72c508b9cba3be9",
  "verify.html": "6f2f00320feccf769ea97411badede03a894071926a84a6eecf8c700767e6153",
} as const;
