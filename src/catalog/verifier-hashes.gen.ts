/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "1b4355a917d89d1266fff6ae36d6ef2866ee848a81040d599c606ddf8431b7fc",
  "verify.html": "1c0ddf68511d1c1343b75f0ab3c1082ed44f0439d3ec023fc0a02d77efb3763d",
} as const;
