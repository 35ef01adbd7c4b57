/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b2a13dc3ffa8d10bc04575724caecd71834623fd8dde8605bb3713f0868dbca1",
  "verify.html": "87ff6d2ba2961da6844cb7602e9de39d92ee8f436916b170af50d09f5af11984",
} as const;
