/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "f28853af8eb3edf1db73523b3682569896fd4a86d8832415b12153e7ca7261f4",
  "verify.html": "88a14a29b8324b696643f7160bbda5e92c865471015f5929d9b5ff188eb8b207",
} as const;
