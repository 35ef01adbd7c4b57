/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "7a28929d014b886d6a81078b7bc0d8bc2a3550e47a79e48e38620a9e3ba81d09": "0.2.0-dev",
};
