/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "46e6f944f669997762f20555463b5ccdbaeb770adca8c73990e23687dd6bd3af",
  "verify.html": "ca35baf2412f60f4fb88f31b4f266a81dc5295226eadec4bbfbd32854fdc89b5",
} as const;
