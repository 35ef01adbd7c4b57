/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "15530b5f32c6c6e10837c8efa711e77d90c5a352f76719813a1fac144bc64852": "0.2.0-dev",
};
