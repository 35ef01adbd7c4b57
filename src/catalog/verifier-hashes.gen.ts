/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "cbd3f629166eea33e511e6224ca7dadf92adbde7a378397f6871b6683ee56b4b",
  "verify.html": "e158926c06c548855717490e80020bcfe42f1f07da0ead1d6e4f547da8ded5d7",
} as const;
