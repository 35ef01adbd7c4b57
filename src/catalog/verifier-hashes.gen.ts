/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "3ff2ea60fef7f673755147fc6c6eff062264d192e411566e3a506d322a924e4f",
  "verify.html": "0bec42694704a2b2f162093693e51d853d25a46cfc939cb5048527bb8597f8e5",
} as const;
