/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "042f40653e8cce747bf1ecc6cf64c2d29eb8a920929e84d8143a8dbdbf55d8ff",
  "verify.html": "1dbf3a93f4303812cb60dc5ba7465ec719116ff79d16b3d6611ce31d365297e8",
} as const;
