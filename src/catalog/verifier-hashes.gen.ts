/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "475cf6c2b7cd883bdf0e0a947872539de65acbb26611aec6e821bb6f023b3e75",
  "verify.html": "1ec8b256f32bada8db9fb3e8dcac6accb495581f9cc57c32e2cb0215bb27ba95",
} as const;
