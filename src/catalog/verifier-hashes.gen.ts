/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "7051b6c95a32c69149ed7934a99820c5f76c15f3d1253a2e4559b7ff75bbe5f2",
  "verify.html": "883989edb5e7a6a390a487c9839fd39b25c9505e6cd7663680622d9eb7fe72cc",
} as const;
