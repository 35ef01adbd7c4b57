/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b5a31da35bd8b74ab3f34a8e04524295161cb3a845a210268dbcdb6a4114cba8",
  "verify.html": "dbe78f315c6d55c9ef7f532b873d90b4c3f295105506bb15fec8228d3914b107",
} as const;
