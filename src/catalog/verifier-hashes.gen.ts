/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "3c467e0c002433e5c08eda71ca8851ec0e2a2346b4f23986219192eaed800f6c",
  "verify.html": "4c0709ae614b7dbb2d0131b7cc9475993b25cf1ef19f4b052aa8a0c005a3d8bf",
} as const;
