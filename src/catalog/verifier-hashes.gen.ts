/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8d6e1bdd9e06e6c83850669c38525e3a2dd92dac9359569374c15d55ea34a3c9",
  "verify.html": "9e3a906c35ca9558a880c3e02528780a98b64fc9c3bcbbbffd88b617a86b6dde",
} as const;
