/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "fb0a1bf358e7a6e88be0ae07ad72a3edcf78e5237a37c6f9bce09515c68da219",
  "verify.html": "d1782796b666b292d2da9642fda5e84218e3094365bc58bea42c3fa67493f929",
} as const;
