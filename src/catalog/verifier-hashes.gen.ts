/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6acdef8bc497fc6d1435ef27922ab0b592eb3bf43236190a213502ebcf50a24e",
  "verify.html": "c68fcfcf883e0f0ab481c6e174a7133f2ce3aea26a4101ec08dcad8689376278",
} as const;
