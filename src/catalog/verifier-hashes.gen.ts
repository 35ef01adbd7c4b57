/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "e8420adf514f0e2cf604e51dcc1cc0029c466dd5b8f217f0644a16ceaa9dd1c9",
  "verify.html": "adc55505c26e5dcb7422f00083413640afda89079f8f5e74dfb9a35aee3c4359",
} as const;
