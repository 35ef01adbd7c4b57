/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "24b646099b100b9570c6b8c366066b4aed796858e152dead7e2535c3687da8c7",
  "verify.html": "c1bfb418dd6fa438ce0665dff0cb66b4a3a997479701a0c73b8c7d401eb48968",
} as const;
