/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cb23ebd912aafb61de90156138797c65fe50c37cb4010c4ff776e693418ba044",
  "verify.html": "58554f201f14b3d0cd0374172d8e766e9a181b7d6bad8abbaa1f85822dbe17d5",
} as const;
