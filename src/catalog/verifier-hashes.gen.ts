/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9a7e041bef02068ee885bb8d64264f73c3c321e1d9cf3cf169494b159d219cd4",
  "verify.html": "604b3d3b74977be291980e34df4f9a60386692857d652faf99a0756f4bcbea34",
} as const;
