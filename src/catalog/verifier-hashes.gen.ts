/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `node scripts/verifier-hashes.ts`. */
export const verifierHashes = {
  "verify.mjs": "d7862ceddeaedaea4679df4c359fb2173eb220a3fdb6148fae479a4611ed4d4a",
  "verify.html": "a4909495b364987545028461fcba722fab7079ccbf2e48521db8bd7da64bcc51",
} as const;
