/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "28b92fa8117825c5c3449bcebd351bb8828daf24016420fdcf65ff360c4c0aaf",
  "verify.html": "0ef9d495dfbeb88bebaa25dc7defa92fb8dc9dab7cbbc0c2d8ba6e0074baf5a1",
} as const;
