/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "24a8283521de41bf2896cda2a9af9e9317448af0722f88590fcdbe255357ada6",
  "verify.html": "27c6dce975d2d0a4321a2daaf351777c58ed80df7d6250c65f03eae42879d398",
} as const;
