/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4b29d6067bf5f4d60630f987b6d3ad3cbddd0876bc46b465f1c93341a799070a",
  "verify.html": "1ba94c788ec8f61d91a5f354c29bea0ca06c0befe62c83910598d8261c43ea90",
} as const;
