/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b7431868b7983d2b2a4aa1eeb0ede17bf6c5c1a58cefa08547162897f48b6192",
  "verify.html": "5f80da0b1c6ea208329a7b208f8bbb4afd0855667bd621243a3d5b596718dee5",
} as const;
