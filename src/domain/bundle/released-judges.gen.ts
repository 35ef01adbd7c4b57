/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "ebb516a9acd9459edf1d84c09bab1445c5bc9d14caa702bf353e1d924264dcdb": "0.2.0-dev",
};
