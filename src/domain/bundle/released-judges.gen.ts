/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "71bfca58d86c8a392cabb7dbe9dcb6940b648fc1f61d2e3297f30fcd77a2be66": "0.2.0-dev",
};
