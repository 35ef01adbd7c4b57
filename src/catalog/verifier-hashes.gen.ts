/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6009160372fa629ca68ee978c05277f80fe38b9bb9868856cf0a595e71556255",
  "verify.html": "d5be8646ab23639df72bcca5bf7f523eb21a303a8e34eb96359e66ee2b9b67f2",
} as const;
