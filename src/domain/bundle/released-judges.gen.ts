/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c99943755b2a6ad0e4981e0093ceb128374ce64e6d83871ae2406f59d4d1da29": "0.2.0-dev",
};
