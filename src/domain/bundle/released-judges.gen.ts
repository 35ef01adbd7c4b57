/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "b1d68fe2753a71bf1684d87e98d0bd6408bcc3faa67a57f561924c509a06ac74": "0.2.0-dev",
};
