/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cfae1c74d0536754ee3b871afef12ee19782ee6ded79f6586980529f0dfdbcea",
  "verify.html": "a0769ad51ebbec8b266f5af4e38ac3e24282c4aa209bd5a63b1e03180fb55f95",
} as const;
