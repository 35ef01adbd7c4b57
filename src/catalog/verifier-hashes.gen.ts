/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "1294b37d99293e8ae610d31a10f304d7ea9c76b5e70d80af309f3b6ac0c8484b",
  "verify.html": "aeaf3d39dffe0882e8b4fc87ab2ac74a92da0a347a07e571d11a96c446560110",
} as const;
