/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "aab96e06da497de7ffd87b809549910335d3444f9cddeb91b1d11a5a80bafece",
  "verify.html": "f14a480cf8fd719f77d02269cee6961c73dcbcdcf8598d82da25ef6c21daa090",
} as const;
