/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "4087a1860be3a4cdde31c2594a2b97e04f39f5251edbcac0579c72f8aa9b06d7": "0.2.0-dev",
};
