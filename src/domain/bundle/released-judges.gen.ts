/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "dcea5b0ab6b1c3388df439d595fd7fbb9b4c331fe321b64b36589b668e44d8bc": "0.2.0-dev",
};
