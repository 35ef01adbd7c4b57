/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "69bfd46f2f805f8423820b1494a1ef807df581606dd10114a5d291b29a2fb8e3",
  "verify.html": "1ce67e3795921d22c3cd31c82b1783a8201bb3545cc9525063a91074984f48a6",
} as const;
