/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8c4b2488f896282fcd67ca4672aeeb5f8f8b214ebc9b7f22363c2382d9a4ee05",
  "verify.html": "f5ff9e0e51e2bd604bd25b67cf3b2483d484d0fa24a71bf16914ed02012d0d81",
} as const;
