/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "dd8637e375da57c9fb4acf76e541822ca2cf2a088e2a6b7b2dd70bf19b0720f8",
  "verify.html": "b290abc4e8fb110c2d1bf233295365c36ed8318ed965bc5915f1bad4114331ca",
} as const;
