/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "fc7a4db7a3591c2342bfecd3d7812cf407fe8b5f5f837bd29cea3c5b53f01087",
  "verify.html": "2381392b453a3cbe799c1d8970dbb93d2edb93ace14f9546fe42636278a8556a",
} as const;
