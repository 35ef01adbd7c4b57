/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "04a697e6ce823d8923cc3dd25e84babc567d90845f1b8d8009a5497018e25e04": "0.2.0-dev",
};
