/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b5a31da35bd8b74ab3f34a8e04524295161cb3a845a210268dbcdb6a4114cba8",
  "verify.html": "0a9cc78f8dd30343431386adc0fd107431b5e594f7186b56ead6f847dbc869ac",
} as const;
