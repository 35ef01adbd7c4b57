/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "09f3a78355bb90ee3afc17c0cffe1b9b95f3b07a714cc29474aa0ef19a3539e3",
  "verify.html": "0d400cb31f42b6651d2f4015a93cdeff5ff2980542c113011f49fe05cc21917a",
} as const;
