/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4547dce37fcd7a690a81cad49515607a7c4346bc6cfea7c2b9456022dc474079",
  "verify.html": "c6550fd33017d81202e33093f1db03f6cb99a71dbb843376c42c684d84a6395e",
} as const;
