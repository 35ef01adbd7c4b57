/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9ab9c00e5ae1097306b3e983d7daefc94706c1f35402eb0030eb1dd49f5fd9b3",
  "verify.html": "464abcd21be3943e51a394d0a45f85bc7beda86bbf245a4340ce22ffd1d55751",
} as const;
