/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "025dbd7d52161b5b491672ed0216162d9a2154f1468ae38927aeb83bf242b70e",
  "verify.html": "65c23b3066bb145a9e38805f880e14cc7711448c9d8f9a4bf34b1e9cbf8bbdb0",
} as const;
