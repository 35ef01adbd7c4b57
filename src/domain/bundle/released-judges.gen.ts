/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9e6578a364cd08c905b5bc6843f5892db1fcacc2200a4edc6fb563bb6c428493": "0.2.0-dev",
};
