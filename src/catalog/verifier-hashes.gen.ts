/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9bc1aa3f6c79c34ec1551b6c490fec63b604f9601f711e1324c010981cc81a53",
  "verify.html": "e53fab4bd7549a84d2aa46e6fb4da84361b732abb9b5d1db42bab09ea37c14c0",
} as const;
