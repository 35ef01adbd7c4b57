/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "3918690f1c7ad176e2e9f12fc41033e0a94b99137fd323606c8cd1bf0306dca6",
  "verify.html": "916fe631a7f9375faf898d2263d70771ad00efad7690e65b0e69eed86c6aaa25",
} as const;
