/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9099a4a66785f5ff985a285f40f6c8acdbe61a043662501b064663261e15b020",
  "verify.html": "8a4be53b70ddc8695254186bdf61f5d469a4f758304288f3881be4f3175bd1b3",
} as const;
