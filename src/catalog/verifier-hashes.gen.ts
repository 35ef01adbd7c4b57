/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "b30dc8113e87bfb9922009b7ed686268361afee1c8ff4f90cb36bf2e368c2bc6",
  "verify.html": "e34febc7f116172118d1d2f7350dd984e779349015bf394acec8a68a486fdff9",
} as const;
