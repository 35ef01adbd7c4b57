/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "aeb8daff549a90f2b2b969c0f27aaf1a84d02ad4b0325054cbce451675f0bd5a",
  "verify.html": "bbde04c1299c3bcea77f52db54b2f2458092e311249a3915634f67dc9340d24d",
} as const;
