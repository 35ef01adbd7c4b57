/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5c9852615f2c693cc46db73726673b4837849b710d258bc9e8fffdb0d2fd1377",
  "verify.html": "8097283743168ca81b636acdeaa0ade08cfc57065623466927e5b055db5aeb9c",
} as const;
