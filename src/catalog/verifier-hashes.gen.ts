/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "072fd86a136aba98702a6d7c1db0c707aab7b8660f1df4819aa7ae42f2f7f381",
  "verify.html": "7c619a8c1e8a564531bff557f77ca9806e2fc43880f67c5fd57be7d08733bace",
} as const;
