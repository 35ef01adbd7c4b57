/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "65ccf0c1de9f131830d5ec56628712500b39230d6d32cbfc1c5a2dc68510cb7e",
  "verify.html": "10e1d077398932953544a29c2ab9c0b8cabb8213fd90d4b82861d18ea994df2e",
} as const;
