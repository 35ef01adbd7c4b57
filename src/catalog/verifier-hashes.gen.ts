/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "aec0ee3318b8939092d596060291c5927bca097e18fe6e0f57ee52f2b219fe99",
  "verify.html": "1fed5c827ad085d2b2320673a07edb4fb4592b06902fec16f400f2d5ee2e9832",
} as const;
