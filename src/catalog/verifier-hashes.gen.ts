/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "ca78f4387c05feab89e734abeaa78878f230614610318e837934bbfa65039f1c",
  "verify.html": "212384cd0be4f3b8438b2ae3b805cb9f7b6d4d05b066b7e284ca0e3f94e3ce98",
} as const;
