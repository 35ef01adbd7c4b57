/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2f879d9bab2a5d6772d312c1f4836b899ead2e9cea94808584bcd097f6b4230c",
  "verify.html": "470a3ad9d55b0bc81a7c6217ef90cbe25d98522bffa71fdc7f0f37388171205b",
} as const;
