/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "e440e9ffb6150e648777fc925da8e3ad1474ad45e0a0d38b3f3575a7f6c522ad",
  "verify.html": "96670b1a4d259c5a57e177fa7890fe28033e1ef3227525a9ad58251d0255bf58",
} as const;
