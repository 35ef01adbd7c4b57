/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "720c9e1ba64422522890f5552dd11e03a10eb15968edca0c2142127056e7f30a",
  "verify.html": "b104172b73188f303e9cabd50ec1f15138c8f44f4a86251c631494a3c2efd7f3",
} as const;
