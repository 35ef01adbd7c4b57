/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "33539a34fd5338cba6d72a96ef388699d1f2f42dae63049d96cc3cbb885f1b47",
  "verify.html": "4613223214cb286476fe2d062650755eddbc729b5108014d2766caf10ac5c212",
} as const;
