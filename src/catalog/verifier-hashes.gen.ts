/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "928724621d0edb8dd4821c45698db6e6abdddfaa8b095014ea4a9b61269ea88f",
  "verify.html": "815d828d2d3a9ca2b6c027d652c76fcd96f819c0675383ed9773db41ce3d8097",
} as const;
