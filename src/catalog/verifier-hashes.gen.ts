/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8ea329d2ee32cecc98b0c415781264e863eb020f47d078ec51a279571e9e3a13",
  "verify.html": "0e921f7f310fd2a9756e6a25c68d8ab4fa9fa2cfa5e83a6fbd20859cfede051e",
} as const;
