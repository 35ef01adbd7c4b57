/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9b31c18e510961c5ac0348b65fc2c82fd88c0612b536cca0331faa63046d5278": "0.2.0-dev",
};
