/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9d44c82d657634e5367b63a9af8518ac86e59b452254c476e862e00723f9f22f",
  "verify.html": "c91597adc8c42173673ef21a06fa7ea2341bbb7f04afc3a9be0309200a478e8a",
} as const;
