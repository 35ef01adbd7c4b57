/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "3727fcd6e60e4f234fe5997d1892ccb4b9ffa32cf105e18c8f6e020e72cdf42d",
  "verify.html": "5e947e1c0bc433c779890ce53014f2718384f703562bd14e1b57943febb63683",
} as const;
