/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "414ae8bf4ea950cae2400117a45560574daa5b3002badd68dfe6f64f020ea45d",
  "verify.html": "b61a8d3dacaf20073342d7f1cdc108e808f0f31103ff809f6cac4865c830c0dc",
} as const;
