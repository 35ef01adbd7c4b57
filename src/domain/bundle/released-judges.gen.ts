/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "4dfb3b7590faed2df274b5beadd1b32c18f7eb9b92c198d347a4cb2f7432f68b": "0.2.0-dev",
};
