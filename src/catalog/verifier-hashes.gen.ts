/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "a345775f8ad2695bfbdd05604b58c47beb86aea739558fc64e80ea4f72c654d0",
  "verify.html": "118a2897bfaa448755c848ea119a26436898043caa7055eedaae55c8a391533f",
} as const;
