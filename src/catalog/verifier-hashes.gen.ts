/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "add5141c7ee40dc89b7d5a1586f3ea167941f54fdf37c5ae92749aa8f13ec4d9",
  "verify.html": "4a9375203db93c094e56c59447ebea6af33ac952f52193e5218e3192513fd0da",
} as const;
