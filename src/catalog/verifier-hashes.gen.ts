/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "24b646099b100b9570c6b8c366066b4aed796858e152dead7e2535c3687da8c7",
  "verify.html": "07e364f394636718210e582eae0bc6cfe6d883026da5d1f57c1a7708bd41d568",
} as const;
