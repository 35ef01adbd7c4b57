/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d3612782f94071fd07cc57a5a6882f2a5caf645776b96d36502c4b33447573b1",
  "verify.html": "ca35baf2412f60f4fb88f31b4f266a81dc5295226eadec4bbfbd32854fdc89b5",
} as const;
