/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "188fb27aed2e8308c214fddac103d9e53636902600c0226e090c39cbc04c430e",
  "verify.html": "dce2acd3de645156d6e7f86a5c0627157cc811eb3f77a95be97a461abba57849",
} as const;
