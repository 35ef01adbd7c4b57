/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "80c711b901d2d8836272eee05659f04792fca4c4f56bec2e9387003224d26b53",
  "verify.html": "ff855d7133732b645a18fbd50e13bb1f5bc8c8519a81a302faee305dae03e415",
} as const;
