/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "1eb30105d472cf43cf22a6530a6be9551a1ba11015eb77107a788a7a009672f5",
  "verify.html": "2728ea5c93ddc22e8e01a181540b0b3ce70f2f07dffec9bb25416122ed3b5be4",
} as const;
