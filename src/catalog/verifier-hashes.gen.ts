/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9170e38d2f666802e7d58596c8881cfb9f9e3d54d00d22d28570a2d0b22c88fd",
  "verify.html": "2c42cfc8e3029e39e9d34b6d813a2e3e3e43024c194f7b726c3c1094d3eb00f1",
} as const;
