/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "1ce3c795a1024e07b95582b3f8a9793fb3fd7403fe86de20b3634ced76f0d83d",
  "verify.html": "8262ed5e1a369c8ed99b9f2da913d2cb92aba8974eafd3291223e7047bbdc085",
} as const;
