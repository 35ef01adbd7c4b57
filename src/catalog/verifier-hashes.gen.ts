/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "aca3eed583b561cd3eb636906cb575a4f6ef112a47bb8a01ff4b8486f8c27e0e",
  "verify.html": "41db39d375836060dea6ad0691459db71e0b96b6b92631ec7553b776f97baea6",
} as const;
