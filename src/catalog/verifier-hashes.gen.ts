/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "c647de57e1995a5cb105b60624c881fe0f73bfdc01c707e3f4030db12762c2af",
  "verify.html": "9169f8719dcddae1488d92fe3a680d88f54022487f4f999bb7072865eb5b4608",
} as const;
