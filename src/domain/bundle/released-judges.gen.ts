/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e31fad2e1498b72fb4077c078dbd28cdbd22580a6b3ef984ba5dc15d587a3547": "0.2.0-dev",
};
