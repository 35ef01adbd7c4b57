/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "6f8154ef7e6b81f32b74723a341cf26f4928fa5f00dd8de4bfc3dddc203dcbc4": "0.2.0-dev",
};
