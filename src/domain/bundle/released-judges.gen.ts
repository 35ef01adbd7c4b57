/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "3086fa69866a5a75914e54accb2915623dd51ab1655c570c8242f3c34c10d255": "0.2.0-dev",
};
