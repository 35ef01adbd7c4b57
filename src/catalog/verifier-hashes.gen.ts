/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "163041fec51a258036eeefbb08df72e4bddf4a7e2d013c35fbc47ab6e9d5b1f1",
  "verify.html": "253cd7e487d6ae63a4f7ad2ff38350a0576d4c43c59decd7dd43806f1af62524",
} as const;
