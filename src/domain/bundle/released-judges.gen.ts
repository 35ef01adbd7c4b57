/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9c06294de99a9b7b881560e81612317bdb8303ea8aa753fa4607b77bc8c3b092": "0.2.0-dev",
};
