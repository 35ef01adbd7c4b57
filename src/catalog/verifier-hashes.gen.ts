/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "9efc689bbc1860270c27c1ba9f768d59f339a21cca71b284464144614467d0bd",
  "verify.html": "6bbcf7cd3750258facafa53cd88e720991d5ca60ae141a330a7e15ac81816cc6",
} as const;
