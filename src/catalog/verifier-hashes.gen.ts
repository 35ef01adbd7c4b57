/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2547dec210da030e04fcd284a97814f129dbf563407c1b6a7322a010c8abca69",
  "verify.html": "8e10743a7cdef7f9db2c6f2bf5824642dcd102e6618d9992bec4bce12010fc9f",
} as const;
