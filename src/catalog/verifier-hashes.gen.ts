/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2f3c125a3bdf581bdfaab6206fc65eaa789b8896e99b8e18ef947645a1c9e2f9",
  "verify.html": "77310b4d911b1538bc48ed468db767fd1d0eec56d5da7c13a87b4bb3497f4b6e",
} as const;
