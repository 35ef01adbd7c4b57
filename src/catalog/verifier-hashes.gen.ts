/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "dfd92d2a8d509fa5a763729c2cd5b33cfb701ff790355004320b241e70a395e3",
  "verify.html": "9767f6defa3ba5288ea3db116c18c88f193708783c1aa32cf6da611f8768e389",
} as const;
