/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d48e5f491bbffab3ed5ad4998b3e8c1308032fe9fcd31433e9dc524021b6f428",
  "verify.html": "921d4c69d3eb9ce2f326b73a5e96389dafecb239c8b6851069fd0a0d4e8bcd53",
} as const;
