/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b9f65dd825ffa04b46ad4b125e87682fa0439bb89013b58045f6c5390b067e13",
  "verify.html": "e22be49f80393f1fc16eaa354344713a4802ae47ff5f8e7c351dec027a09c3b8",
} as const;
