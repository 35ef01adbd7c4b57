/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "8539617498a680551b09404c5c92471649797603844d550d931dafef8621cc37",
  "verify.html": "989724e812a3846fb23c101d1fa7c2d4f049692d1b4ac4d29fe217cf851338de",
} as const;
