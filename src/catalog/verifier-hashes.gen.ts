/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `node scripts/verifier-hashes.ts`. */
export const verifierHashes = {
  "verify.mjs": "8f0b3084728a4ead765c02ac821e289b3a051826dbe535251023a47c9bc20717",
  "verify.html": "d1d2a1ad1ca581fa30cad3e657803183ed529b52da5d74bd0fa668fb0339b856",
} as const;
