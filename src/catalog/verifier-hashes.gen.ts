/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "de0a41f504dd7913061f5cae83ca0b2e08941411b242aa05f1a5746d11bc717e",
  "verify.html": "2af00febddc8c2a25a883d989f6d3ecbeb0653e9905d272d0dd0e934cefa2da8",
} as const;
