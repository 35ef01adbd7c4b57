/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "acf95690d84b380c2b00812946864ba1d629dea0486504be7a75c6804fe1d608",
  "verify.html": "31ea2ab8f9e58381f67ee31bd917e40cff14504ad6b458ec09850fbb70ac03df",
} as const;
