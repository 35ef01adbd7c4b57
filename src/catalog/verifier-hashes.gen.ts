/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5af74f58e1cd53fd04b6af23cd7bf6bb1913062adfc393c3cfcd4f5d9009e1e9",
  "verify.html": "ceca2cb62eda8a15ddf8ad6830288769ef7093e49677717e4407e4dcf2a85961",
} as const;
