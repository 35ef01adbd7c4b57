/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8b2cdf8a4ff6374242796450950ea035a91b78df983e1f350b4e868255b5107f",
  "verify.html": "926b9208e840597b7fda71ecabfdc64a00cb8b8724ad21c5b6aa7ec38d15d0e8",
} as const;
