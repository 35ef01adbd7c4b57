/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "76bcd89c582122fe7e20a22702a13d4621f5c341d1aa5604bd875f4171065966",
  "verify.html": "53821dd9368fbf604c6f5d7a4c66e2926ea3cb76ec883970bdc695d19473deb4",
} as const;
