/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "53dd3de9f94d3b82de035e27fdcd59facae38123393ea34e1e99999cc137f169",
  "verify.html": "ff65f5e33bbc2ad408faac98fedba21355f4fcae0b39680ae450af1ab1ee0ed1",
} as const;
