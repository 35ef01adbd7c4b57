/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "af045f47a05ec08003cfa652219fdd4ff206ab9e31c0a43ef30b5ec6e6a6256a",
  "verify.html": "84e246710548e3b7453c2e39553d5847c99e5e4de7b5806b2fb7591fc9d25f37",
} as const;
