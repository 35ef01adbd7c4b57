/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "acd996fa6580440a1e69e3ca6256846c1b772a7e608c86a06867a09610b675ac",
  "verify.html": "b25e805fce882b3f9dfde9230d64faa40bba48b7da331f1eb5607efe4c340ec6",
} as const;
