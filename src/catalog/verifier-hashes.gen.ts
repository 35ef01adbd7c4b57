/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d3782c99f4eed0652d72db916d3b899c7995d586312e623e2ba757b20d89787f",
  "verify.html": "07e364f394636718210e582eae0bc6cfe6d883026da5d1f57c1a7708bd41d568",
} as const;
