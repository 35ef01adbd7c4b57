/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "e98b5df0f1282ef30a843fbb14c78f322d212d974703255e49376f4f97f5849a",
  "verify.html": "004832eeb5455ce3e507d8215206618fcfe16383c8ed2f93cc19bfc74b46d53e",
} as const;
