/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "838a9d988225615f520eaa03e8e4aaabed6329e4319f365a6e3c7671fe755099": "0.2.0-dev",
};
