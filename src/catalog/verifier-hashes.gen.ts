/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "7ba7fe422f0e1ce5a9c73914f7c59dac94b68d2ae93120cd374eb304087a3d6e",
  "verify.html": "0966bf07fa6d640be1a7f0b383468f41eb336c33595a635135505fd4f4c9566d",
} as const;
